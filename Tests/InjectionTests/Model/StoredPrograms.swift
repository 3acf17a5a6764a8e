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
    // A singleton whose scope has gone, read through an object that has outlived it.
    Program(
      operations: [
        .open(10, in: 1, []), .open(13, in: 1, [.code(4, [])]), .open(22, in: 13, []),
        .read(26, key: 9, in: 22), .end(13), .end(22), .read(52, key: 4, in: 10, object: 26),
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
    // Three scopes side by side, of which one overrides what another one says.
    Program(
      code: [[], [], [], [], [], [], [.make], [], [.make], [.keep(8), .through(8, part: 0, 1)]],
      operations: [
        .open(10, in: 1, [.made(1, 3)]), .open(11, in: 1, [.code(8, [.make])]),
        .open(12, in: 10, [.made(5, 5)]), .read(13, key: 8, in: 12),
        .open(14, in: 11, [.made(5, 6), .made(1, 6)]), .read(15, key: 9, in: 11, object: 13),
        .read(16, key: 9, in: 14, object: 15), .read(17, key: 9, in: 10, object: 16),
        .read(18, key: 1, in: 14, object: 16), .read(19, key: 1, in: 10, object: 16),
      ]
    ),
    // A scope that is opened in what an object sees that has outlived its scope.
    Program(
      code: [[.read(5)], [.through(0, part: 0, 0)], [], [.make]],
      operations: [
        .open(10, in: 1, [.made(5, 1)]), .read(11, key: 0, in: 10),
        .capture(12, in: 1, object: 11, part: 0), .read(13, key: 1, in: 10),
        .open(14, in: 12, [.made(6, 2)]), .read(15, key: 1, in: 14), .end(10),
        .read(16, key: 1, in: 14), .read(17, key: 6, in: 12, object: 16), .read(18, key: 1, in: 12),
      ]
    ),
    // A scope that a default opened, beside what the default shows: both are of one age.
    Program(
      code: [
        [], [], [.scope([.made(1, 1)], [.make], key: 1, part: 0)], [], [], [], [], [.keep(2)],
      ],
      operations: [
        .open(12, in: 1, [.made(1, 2)]), .read(14, key: 7, in: 12), .end(12),
        .capture(18, in: 1, object: 14, part: 1), .read(20, key: 2, in: 18, object: 14, part: 3),
      ]
    ),
    // What a build opened beside an outer build, in which it turned out to lie: that isn't asked.
    Program(
      code: [
        [], [], [], [], [], [.scope([.made(2, 2)], [.make], key: 0, part: 0)], [], [],
        [.scope([.made(0, 2), .made(4, 1)], [.through(5, part: 1, 2), .through(5, part: 1, 4)])],
      ],
      operations: [
        .read(10, key: 8, in: 1), .open(11, in: 1, [.made(2, 1)]), .read(12, key: 8, in: 11),
        .open(13, in: 1, [.made(4, 2)]), .read(14, key: 8, in: 13),
      ]
    ),
    // A scope that a default opened, beside a view of what the default shows, which that remembers.
    Program(
      code: [[], [], [.scope([.made(0, 1)], [.make])]],
      tests: 3,
      operations: [
        .read(10, key: 7, in: 1), .open(14, in: 0, [.made(0, 1)]), .read(17, key: 8, in: 3),
        .capture(18, in: 14, object: 17, part: 0), .capture(20, in: 3, object: 10, part: 0),
        .read(26, key: 2, in: 18), .capture(32, in: 20, object: 26, part: 0),
        .read(54, key: 2, in: 32, object: 26, part: 1),
      ]
    ),
    // Two instances of a default that has outlived its container, seen through each other.
    Program(
      code: [[], [], [.scope([.made(0, 1)], [.make])]],
      tests: 3,
      operations: [
        .read(10, key: 2, in: 2), .end(2), .read(12, key: 2, in: 0, object: 10),
        .read(14, key: 2, in: 0, object: 12, part: 3), .capture(15, in: 0, object: 14, part: 0),
        .capture(28, in: 15, object: 10, part: 1),
      ]
    ),
    // What has outlived its container, read from both sides of a pair that nothing remembers.
    Program(
      code: [
        [], [], [], [], [], [.scope([.made(1, 2)], [.make]), .make], [], [],
        [.scope([], [.through(4, part: 0, 2)], key: 7, part: 0), .scope([.made(4, 1)], [.make])],
      ],
      tests: 2,
      operations: [
        .open(12, in: 0, [.code(7, [.read(1)])]), .read(13, key: 2, in: 1), .end(1),
        .open(15, in: 12, []), .open(17, in: 0, []), .read(18, key: 5, in: 15, object: 13),
        .read(19, key: 8, in: 12, object: 18, part: 10), .end(15),
        .read(34, key: 8, in: 17, object: 19, part: 3),
      ]
    ),
    // A singleton that is built late, and what stands on it.
    Program(
      code: [[], [], [], [], [], [.keep(4)], [.through(4, part: 0, 5)]],
      tests: 2,
      operations: [
        .read(12, key: 4, in: 1), .end(1), .open(15, in: 0, []), .open(16, in: 15, []),
        .capture(18, in: 16, object: 12, part: 0), .read(19, key: 5, in: 18), .open(20, in: 0, []),
        .read(42, key: 6, in: 20, object: 19),
      ]
    ),
    // Two scopes of one age, which two defaults opened: the one that was opened later is younger.
    Program(
      code: [
        [], [], [.scope([.made(1, 1), .made(0, 2)], [.make])], [],
        [.scope([.made(1, 2), .code(2, [])], [.make])],
      ],
      operations: [
        .read(15, key: 2, in: 1), .read(16, key: 4, in: 1),
        .capture(27, in: 1, object: 16, part: 3), .read(45, key: 2, in: 27, object: 15, part: 3),
        .read(49, key: 1, in: 1, object: 45),
      ]
    ),
    // A singleton that is built again, late, in a default's own scope, in which an older scope
    // lies.
    Program(
      code: [
        [], [], [], [],
        [.scope([.code(2, []), .made(1, 2)], [.make]), .make, .scope([.made(0, 1)], [.make])], [],
        [], [.through(4, part: 3, 2)],
      ],
      tests: 2,
      operations: [
        .read(13, key: 4, in: 2), .end(2), .capture(22, in: 0, object: 13, part: 1),
        .read(30, key: 7, in: 22),
      ]
    ),
    // What the code of such a singleton reads is kept with it.
    Program(
      code: [
        [], [], [.scope([.made(0, 4)], [.make])], [], [.keep(2)], [], [.read(0), .keep(4)],
        [.through(4, part: 3, 6)],
      ],
      tests: 3,
      operations: [
        .read(10, key: 4, in: 2), .read(11, key: 6, in: 0, object: 10), .end(2),
        .capture(17, in: 0, object: 11, part: 0), .read(20, key: 0, in: 17),
        .read(24, key: 7, in: 0, object: 20),
      ]
    ),
    // But isn't seen where something else is said of what it read.
    Program(
      code: [[], [], [], [], [.read(1)], [], [], [], [], [.through(4, part: 0, 2)]],
      tests: 3,
      operations: [
        .read(11, key: 1, in: 2), .open(19, in: 0, [.made(1, 1)]),
        .capture(24, in: 19, object: 11, part: 0), .read(25, key: 1, in: 1), .end(2),
        .read(34, key: 9, in: 24), .capture(36, in: 24, object: 25, part: 0),
        .open(37, in: 36, []), .read(52, key: 1, in: 37),
      ]
    ),
    // A scope that has gone isn't taken for another one with its address.
    Program(
      operations: [
        .open(10, in: 1, []), .read(13, key: 9, in: 1), .read(15, key: 9, in: 10),
        .open(16, in: 1, []), .open(17, in: 1, [.made(6, 2)]), .end(10), .open(22, in: 16, []),
        .capture(23, in: 22, object: 15, part: 39), .end(15), .open(27, in: 17, []),
        .read(30, key: 3, in: 27, object: 13, part: 23),
        .read(32, key: 6, in: 23, object: 30, part: 9),
      ]
    ),
    // What stands on a scope that has gone is kept for an object that was made there and here,
    // also in captured values.
    Program(
      code: [[], [], [], [], [], [], [], [], [.read(0)]],
      operations: [
        .open(12, in: 1, [.made(0, 2), .code(6, [])]), .read(13, key: 6, in: 12), .end(12),
        .open(16, in: 1, [.code(8, [.read(0)])]),
        .read(18, key: 8, in: 16, object: 13), .read(19, key: 8, in: 16),
        .capture(21, in: 1, object: 19, part: 0), .read(51, key: 6, in: 21, object: 18),
      ]
    ),
    // What a singleton's code reads after the container's end is kept where the singleton is.
    Program(
      code: [
        [], [], [.scope([.made(0, 2)], [.make])], [], [.keep(2)], [], [], [], [],
        [.scope([], [.read(4)], key: 2, part: 1)],
      ],
      tests: 2,
      operations: [
        .read(11, key: 8, in: 2), .capture(13, in: 0, object: 11, part: 0), .open(21, in: 13, []),
        .open(24, in: 21, []), .end(2), .read(30, key: 9, in: 24),
      ]
    ),
    // What is seen in captured values is remembered for a home that leads to the same.
    Program(
      code: [
        [], [], [], [], [], [.read(0)], [], [],
        [
          .scope([.made(5, 2)], [.make]), .scope([.made(0, 2)], [.make]),
          .scope([.code(7, [.read(0)])], [.read(7)]),
        ],
      ],
      tests: 2,
      operations: [
        .read(11, key: 8, in: 2), .read(16, key: 5, in: 2, object: 11, part: 59),
        .open(17, in: 2, []), .capture(26, in: 2, object: 16, part: 0), .end(2),
        .capture(36, in: 17, object: 11, part: 4), .end(17),
        .read(43, key: 8, in: 26, object: 11, part: 58),
        .read(44, key: 8, in: 36, object: 43),
      ]
    ),
    // Code enters a kept scope in one that it has opened, and keeps what it captures there.
    Program(
      code: [
        [], [], [], [], [],
        [
          .scope([.made(4, 968), .made(3, 902)], [.enter(6, [.make, .keep(3)]), .keep(3)])
        ],
        [.make, .keep(5), .read(3)],
      ],
      tests: 2,
      holds: [.property, .direct, .entered, .projected],
      operations: [
        .keep(5, in: 0, []), .keep(6, in: 0, []), .enter(10, kept: 5, in: 1),
        .read(11, key: 3, in: 1),
        .open(
          12,
          in: 1,
          [
            .code(7, []),
            .code(
              4,
              [
                .scope(
                  [.made(3, 278), .made(3, 788)],
                  [.enter(5, [.read(3), .through(3, part: 29, 3)])],
                  key: 3,
                  part: 39
                )
              ]
            ),
          ]
        ),
        .read(15, key: 7, in: 10, object: 11, part: 20), .open(23, in: 1, [.object(4, 21)]),
        .read(25, key: 5, in: 12, object: 15, part: 43), .enter(27, kept: 6, in: 23),
        .read(29, key: 6, in: 27, object: 25, part: 14),
        .read(31, key: 6, in: 23, object: 29, part: 41),
      ]
    ),
    // A default uses what another thread has built with what it read in the default's own scope.
    Program(
      code: [
        [], [], [], [], [], [.through(3, part: 23, 4)],
        [.scope([.made(3, 61)], [.other(5, in: nil), .keep(5)])],
      ],
      tests: 1,
      holds: [.property, .direct, .entered, .projected],
      operations: [
        .open(8, in: 1, [.made(4, 387, place: 1)]), .read(13, key: 6, in: 1),
        .read(17, key: 6, in: 8),
      ]
    ),
    // What is built late of what a default, which has gone, has said isn't kept where that is.
    Program(
      code: [[], [], [], [], [], [.read(4), .through(3, part: 18, 3)]],
      tests: 1,
      holds: [.property, .direct, .entered, .projected],
      operations: [
        .open(
          10,
          in: 1,
          [
            .code(
              5,
              [
                .scope(
                  [.made(4, 594), .made(3, 323)],
                  [.make, .through(3, part: 36, 3), .through(4, part: 19, 3)],
                  key: 4,
                  part: 11
                )
              ]
            )
          ]
        ),
        .read(13, key: 5, in: 1), .read(14, key: 5, in: 10, object: 13, part: 56),
        .read(15, key: 5, in: 1, object: 14, part: 46), .end(10),
        .capture(17, in: 1, object: 14, part: 15), .capture(18, in: 17, object: 13, part: 6),
        .read(25, key: 5, in: 18, object: 15, part: 18),
      ]
    ),
    // What a running default's code opens beside a kept scope gets older with what the code reads.
    Program(
      code: [
        [], [], [.through(0, part: 25, 0)], [.enter(6, [.through(2, part: 47, 0)]), .keep(0)], [],
        [
          .scope([.made(0, 524)], [.through(3, part: 59, 2)], key: 2, part: 52),
          .through(0, part: 59, 3),
        ],
      ],
      tests: 1,
      holds: [.property, .direct, .entered, .projected],
      changesValues: true,
      operations: [
        .keep(6, in: 1, [.made(0, 441, place: 0)]), .enter(11, kept: 6, in: 1),
        .read(13, key: 5, in: 1), .capture(14, in: 1, object: 13, part: 11),
        .open(15, in: 1, [.made(3, 108, place: 11)]), .read(17, key: 3, in: 14),
        .read(19, key: 2, in: 14, object: 17, part: 34), .enter(21, kept: 6, in: 11),
        .read(27, key: 3, in: 21, object: 19, part: 40),
        .read(34, key: 5, in: 15, object: 27, part: 23),
      ]
    ),
    // What code starts sees what its value stands on, where the code has captured nothing else.
    Program(
      code: [[], [], [], [], [], [], [], [], [.keep(2)]],
      holds: [.task],
      operations: [
        .open(9, in: 1, [.made(2, 5)]), .read(10, key: 8, in: 9),
        .capture(11, in: 1, object: 10, part: 0), .read(19, key: 6, in: 11),
        .read(20, key: 2, in: 1, object: 10),
      ]
    ),
    // A task that was let go of keeps a scope until it ends, at any time. What was built there is built
    // again when the scope has gone.
    Program(
      code: [],
      tests: 3,
      holds: [.property, .direct, .closure, .stream, .task, .entered, .projected],
      records: true,
      operations: [
        .root(7, []), .open(8, in: 0, [.made(7, 176, place: 1)]), .read(10, key: 6, in: 1),
        .end(1), .end(8), .read(14, key: 8, in: 7, object: 10, part: 49),
      ]
    ),
    // A scope decorates a transient value, whose code opens a scope, and keeps a default that stores
    // it. What is made in the opened scope is read further in, where an object leads back.
    Program(
      code: [[], [], [], [.scope([.made(1, 61)], [.make])], [], [], [], [], [.keep(3)]],
      operations: [
        .open(8, in: 1, [.decorator(3, [])]), .open(9, in: 8, [.made(9, 572, place: 8)]),
        .read(12, key: 8, in: 8), .read(45, key: 1, in: 9, object: 12, part: 7),
      ]
    ),
    // A weak value is built in a scope, and held by a default that the root keeps. What its code
    // makes in a scope is read where it was built, which says what holds the root.
    Program(
      code: [
        [], [], [], [.scope([.made(1, 342)], [.other(1, in: 8)], key: 1, part: 55)], [], [], [], [],
        [.scope([.code(7, [.keep(3)])], [.keep(7)], key: 4, part: 57)], [],
      ],
      holds: [.property, .closure, .entered, .stream, .task, .direct, .projected],
      operations: [
        .open(8, in: 1, [.from(1, 4)]), .open(14, in: 8, []), .open(22, in: 14, []),
        .read(34, key: 1, in: 22), .read(35, key: 4, in: 1, object: 34, part: 39),
        .capture(37, in: 1, object: 35, part: 51), .read(47, key: 8, in: 37),
      ]
    ),
    // The same in the code's own scope, by who has read it.
    Program(
      code: [
        [], [], [], [], [], [], [], [.scope([.made(1, 880)], [.make, .make]), .make], [.keep(7)],
      ],
      holds: [.property, .task, .entered, .closure, .projected, .direct, .stream],
      changesValues: true,
      operations: [
        .open(8, in: 1, []), .open(9, in: 1, [.made(8, 385, place: 8)]),
        .read(12, key: 8, in: 8), .change(13, of: 8, []),
        .read(17, key: 7, in: 13, object: 12, part: 55), .capture(26, in: 9, object: 17, part: 30),
      ]
    ),
    // Another thread builds what the code uses, through two decorators around what the code's view
    // says: the outer one's word hides that from the inner one, but the value stands on it.
    Program(
      code: [
        [], [], [],
        [
          .scope(
            [.decorator(2, [])],
            [.scope([.decorator(2, [])], [.other(2, in: nil), .read(2)])]
          )
        ], [], [], [.through(3, part: 49, 3)], [],
        [
          .other(3, in: 8), .through(7, part: 62, 6), .other(2, in: nil),
          .scope([.from(2, 0)], [.other(0, in: 8), .keep(3)]),
        ],
      ],
      holds: [.property, .task, .entered, .direct, .stream, .projected, .closure],
      changesValues: true,
      operations: [
        .read(14, key: 8, in: 1), .capture(20, in: 1, object: 14, part: 33),
        .read(23, key: 8, in: 20),
      ]
    ),
  ]
}
