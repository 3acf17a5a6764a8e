extension Program {
  /// Programs that failed once, or that show what the others are about.
  static let stored: [Program] = [
    // Scopes side by side: a value from each, and one from both, read twice by each way.
    Program(
      code: [[], [], [.read(0)], [], [], [.read(1)], [.keep(2), .keep(5)]],
      operations: [
        .open(10, in: 1, [.madeIn(0, 7, place: 1)]),
        .open(11, in: 1, [.madeIn(1, 8, place: 1)]),
        .read(12, key: 6, in: 10),
        .read(13, key: 6, in: 11),
        .readThrough(14, key: 6, in: 11, object: 12, part: 1),
        .readThrough(15, key: 6, in: 10, object: 13, part: 2),
        .capture(16, in: 10, object: 13, part: 0),
        .open(17, in: 16, [.code(2, [.make, .read(0)])]),
        .readThrough(18, key: 6, in: 17, object: 14, part: 1),
        .read(19, key: 5, in: 17),
      ]
    ),
    // A value reads on after the scope has gone that kept it.
    Program(
      code: [[], [.keep(0)], [], [], [], [.read(1), .make]],
      operations: [
        .open(10, in: 1, [.madeIn(0, 7, place: 1)]),
        .open(11, in: 10, [.code(6, [.read(5), .keep(1)])]),
        .read(12, key: 1, in: 11),
        .read(13, key: 6, in: 11),
        .end(10), .end(11),
        .readThrough(14, key: 5, in: 1, object: 12, part: 0),
        .readThrough(15, key: 6, in: 1, object: 13, part: 0),
        .end(13),
        .readThrough(16, key: 5, in: 1, object: 14, part: 1),
        .open(17, in: 1, [.madeIn(1, 9, place: 1)]),
        .readThrough(18, key: 5, in: 17, object: 15, part: 1),
      ]
    ),
    // A default reads through an object that is at home further in.
    Program(
      code: [[], [], [], [], [], [], [.through(1, part: 0, 0)], [], [], [], [], [.keep(6)]],
      operations: [
        .open(10, in: 1, [.madeIn(0, 7, place: 1)]),
        .open(11, in: 1, [.madeIn(1, 8, place: 10)]),
        .read(12, key: 11, in: 11),
        .open(13, in: 11, [.madeIn(0, 9, place: 11)]),
        .read(14, key: 11, in: 13),
        .readThrough(15, key: 6, in: 10, object: 12, part: 0),
      ]
    ),
    // A default opens scopes, and keeps what was made in there; a second one goes in there.
    Program(
      code: [
        [], [.keep(0)], [], [], [],
        [.scope([.made(0, 7), .code(1, [.make, .read(0)])], [.keep(1)])],
        [.scopeThrough(5, part: 1, [.made(2, 8)], [.make, .read(1)])],
      ],
      operations: [
        .read(10, key: 6, in: 1),
        .open(11, in: 1, [.madeIn(0, 9, place: 1)]),
        .read(12, key: 6, in: 11),
        .readThrough(13, key: 1, in: 11, object: 10, part: 1),
        .read(14, key: 5, in: 11),
        .readThrough(15, key: 2, in: 11, object: 14, part: 1),
        .end(1), .end(11),
        .readThrough(16, key: 6, in: 1, object: 12, part: 1),
      ]
    ),
    // What is opened in a default lives with what keeps the default's value, and no longer.
    Program(
      code: [[], [], [], [], [.scope([.code(5, [.keep(1)])], [.make])], [.make]],
      operations: [
        .open(10, in: 1, [.madeIn(1, 7, place: 1)]),
        .read(11, key: 4, in: 10),
        .readThrough(12, key: 5, in: 10, object: 11, part: 1),
        .readThrough(13, key: 5, in: 1, object: 12, part: 1),
        .end(10), .end(11), .end(12),
        .readThrough(14, key: 5, in: 1, object: 13, part: 0),
      ]
    ),
    // Two tests, and a detached task of the first one.
    Program(
      code: [[], [.read(0)], [], [], [.keep(1)], [.keep(4)]],
      containers: 2,
      operations: [
        .open(10, in: 1, [.madeIn(0, 7, place: 1)]),
        .read(11, key: 5, in: 10),
        .open(12, in: 2, [.madeIn(1, 8, place: 10)]),
        .readThrough(13, key: 5, in: 12, object: 11, part: 0),
        .open(14, in: 0, [.madeIn(0, 9, place: 0)]),
        .readThrough(15, key: 5, in: 14, object: 11, part: 0),
        .readThrough(16, key: 1, in: 14, object: 13, part: 0),
        .readThrough(17, key: 1, in: 0, object: 15, part: 1),
      ]
    ),
  ]
}
