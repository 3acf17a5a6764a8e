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
    // A value reads on after the scope has gone that kept it.
    Program(
      code: [[], [.keep(0)], [], [], [], [.read(1), .make]],
      operations: [
        .open(10, in: 1, [.made(0, 7, place: 1)]),
        .open(11, in: 10, [.code(6, [.read(5), .keep(1)])]),
        .read(12, key: 1, in: 11), .read(13, key: 6, in: 11), .end(10), .end(11),
        .read(14, key: 5, in: 1, object: 12), .read(15, key: 6, in: 1, object: 13), .end(13),
        .read(16, key: 5, in: 1, object: 14, part: 1), .open(17, in: 1, [.made(1, 9, place: 1)]),
        .read(18, key: 5, in: 17, object: 15, part: 1),
      ]
    ),
    // A default reads through an object that is at home beside, and so what it doesn't see.
    Program(
      code: [[], [], [], [], [], [], [], [.through(0, part: 0, 6)]],
      operations: [
        .open(11, in: 1, [.made(6, 280, place: 1)]), .open(13, in: 1, [.made(0, 742, place: 11)]),
        .read(20, key: 7, in: 1), .read(23, key: 7, in: 13),
        .open(29, in: 13, [.made(6, 141, place: 11)]), .read(36, key: 7, in: 29),
      ]
    ),
    // The same through an object that another default has made in a scope.
    Program(
      code: [
        [], [], [.scope([.made(0, 235)], [.make])], [], [], [], [], [.through(2, part: 1, 3)],
      ],
      operations: [
        .open(14, in: 1, [.code(3, [.through(2, part: 0, 0)])]), .open(22, in: 1, []),
        .read(41, key: 7, in: 22), .read(47, key: 7, in: 14),
      ]
    ),
    // A default opens scopes, and keeps what was made in there; another one goes in there.
    Program(
      code: [
        [], [.keep(0)], [], [], [],
        [.scope([.made(0, 7), .code(1, [.make, .read(0)])], [.keep(1)])],
        [.scope([.made(2, 8)], [.make, .read(1)], key: 5, part: 1)],
      ],
      operations: [
        .read(10, key: 6, in: 1), .open(11, in: 1, [.made(0, 9, place: 1)]),
        .read(12, key: 6, in: 11), .read(13, key: 1, in: 11, object: 10, part: 1),
        .read(14, key: 5, in: 11), .read(15, key: 2, in: 11, object: 14, part: 1),
        .end(11), .read(16, key: 6, in: 1, object: 12, part: 1),
      ]
    ),
    // What reads in a scope of its own stands on what is provided outside.
    Program(
      code: [
        [], [], [], [], [], [], [], [], [], [], [],
        [.scope([.made(6, 591)], [.scope([.read(6, 8)], [.read(6)])])],
      ],
      operations: [
        .open(12, in: 1, []), .read(16, key: 11, in: 12),
        .open(21, in: 1, [.code(8, [.make, .read(6)])]), .read(32, key: 11, in: 21),
      ]
    ),
    // What is opened in a default lives with what keeps the default's value, and no longer.
    Program(
      code: [[], [], [], [], [.scope([.code(5, [.keep(1)])], [.make])], [.make]],
      operations: [
        .open(10, in: 1, [.made(1, 7, place: 1)]), .read(11, key: 4, in: 10),
        .read(12, key: 5, in: 10, object: 11, part: 1),
        .read(13, key: 5, in: 1, object: 12, part: 1), .end(10), .end(11), .end(12),
        .read(14, key: 5, in: 1, object: 13),
      ]
    ),
    // A scope that a default has opened keeps a value that holds it; so another one keeps its memory.
    Program(
      code: [
        [], [], [], [], [], [.read(0), .scope([.made(1, 8)], [.make])],
        [.scope([.made(0, 7)], [.make, .keep(5)])],
      ],
      operations: [.read(10, key: 6, in: 1), .read(11, key: 5, in: 1, object: 10, part: 1)]
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
  ]
}
