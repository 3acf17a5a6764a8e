extension Program {
  /// Programs that failed once, or that show what a program may do.
  static let stored: [Program] = [
    // Scopes side by side: a value from each, and one from both.
    Program(
      code: [[], [], [.read(0)], [], [], [.read(1)], [.keep(2), .keep(5)]],
      operations: [
        .open(10, in: 1, [.made(0, 7, place: 1)]), .open(11, in: 1, [.made(1, 8, place: 1)]),
        .read(12, key: 6, in: 10), .read(13, key: 6, in: 11),
        .read(14, key: 6, in: 11, object: 12, part: 1),
        .read(15, key: 6, in: 10, object: 13, part: 2),
        .capture(16, in: 10, object: 13, part: 0),
        .open(17, in: 16, [.code(2, [.make, .read(0)])]),
        .read(18, key: 6, in: 17, object: 14, part: 1), .read(19, key: 5, in: 17),
      ]
    ),
    // Two tests, and a detached task of the first one.
    Program(
      code: [[], [.read(0)], [], [], [.keep(1)], [.keep(4)]],
      tests: 2,
      operations: [
        .open(10, in: 1, [.made(0, 7, place: 1)]), .read(11, key: 5, in: 10),
        .open(12, in: 2, [.made(1, 8, place: 10)]), .read(13, key: 5, in: 12, object: 11),
        .open(14, in: 0, [.made(0, 9, place: 0)]), .read(15, key: 5, in: 14, object: 11),
        .read(16, key: 1, in: 14, object: 13), .read(17, key: 1, in: 0, object: 15, part: 1),
      ]
    ),
    // What a scope remembers of a value far outwards, which may hold that scope.
    Program(
      code: [
        [], [], [], [], [], [.scope([.made(2, 1)], [.make], key: 2, part: 27)], [], [], [],
        [.read(5)],
      ],
      operations: [
        .open(11, in: 1, []), .read(13, key: 5, in: 11), .open(16, in: 11, [.object(2, 13)]),
        .capture(17, in: 16, object: 13, part: 39), .read(21, key: 9, in: 16),
        .read(33, key: 9, in: 17),
      ]
    ),
    // A transient value that is read through an object with another home, and read through itself.
    Program(
      code: [
        [], [], [], [], [], [.read(0)],
        [.scope([], [.keep(9), .through(9, part: 0, 5)], key: 5)],
      ],
      operations: [
        .open(10, in: 1, [.made(0, 3)]), .open(11, in: 1, [.made(0, 4)]),
        .read(12, key: 5, in: 10), .read(13, key: 6, in: 11, object: 12),
        .read(14, key: 5, in: 1, object: 13, part: 1),
      ]
    ),
    // What held itself: a value of two scopes, and one with a scope of its own, that are read
    // through themselves.
    Program(
      code: [
        [], [], [], [], [], [.read(0), .read(1), .scope([.made(1, 7)], [.make])], [.read(0)],
      ],
      operations: [
        .open(10, in: 1, [.made(0, 3)]), .open(11, in: 1, [.made(1, 4)]),
        .read(12, key: 6, in: 10), .read(13, key: 5, in: 11, object: 12),
        .read(14, key: 5, in: 11, object: 13), .read(15, key: 5, in: 10),
        .read(16, key: 5, in: 10, object: 15, part: 1),
        .read(17, key: 1, in: 10, object: 15, part: 1),
      ]
    ),
    // What held each other: a scope and an object in it of another scope, also as an override.
    Program(
      code: [[], [], [.read(0)], [], [], [.read(1), .read(8)]],
      operations: [
        .open(10, in: 1, [.made(0, 3)]), .read(11, key: 2, in: 10),
        .open(12, in: 1, [.made(1, 4)]), .read(13, key: 5, in: 12),
        .capture(14, in: 12, object: 11, part: 0), .read(15, key: 1, in: 14, object: 13),
        .open(16, in: 1, [.made(0, 3)]),
        .open(17, in: 1, [.made(6, 11, place: 16), .made(1, 4)]), .read(18, key: 1, in: 17),
        .read(19, key: 6, in: 17), .read(20, key: 1, in: 17, object: 19),
        .read(21, key: 0, in: 17, object: 19),
        .open(22, in: 1, [.made(1, 1)]), .open(23, in: 1, [.made(8, 5, place: 22)]),
        .open(24, in: 1, [.made(6, 1, place: 23)]), .read(25, key: 6, in: 24),
        .read(26, key: 1, in: 23, object: 19), .read(27, key: 5, in: 22, object: 25),
        .read(28, key: 8, in: 22, object: 25),
      ]
    ),
    // A default opens a scope beside; what is kept there stands on the default.
    Program(
      code: [
        [], [.scope([], [.make], key: 0)], [.read(1)], [], [], [], [], [],
        [.through(1, part: 1, 2)],
      ],
      operations: [
        .open(10, in: 1, [.made(3, 3)]), .open(11, in: 1, [.made(0, 0, place: 10)]),
        .read(12, key: 8, in: 11),
      ]
    ),
    // Two scopes that defaults opened in a container that has ended, beside each other.
    Program(
      code: [[], [], [], [], [], [], [], [.scope([.made(2, 2)], [.keep(3)])]],
      tests: 2,
      operations: [
        .read(10, key: 7, in: 1), .read(11, key: 7, in: 1), .end(1),
        .capture(12, in: 0, object: 10, part: 0), .read(13, key: 7, in: 12),
        .capture(14, in: 0, object: 13, part: 1), .capture(15, in: 14, object: 11, part: 1),
      ]
    ),
  ]
}
