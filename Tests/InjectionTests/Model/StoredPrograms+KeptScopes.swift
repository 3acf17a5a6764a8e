extension Program {
  /// Programs of kept scopes, and of captured values in code, that failed once.
  static let storedOfKeptScopes: [Program] = [
    // What a default makes in a kept scope that it enters remembers no younger scope.
    Program(
      code: [[], [], [.enter(5, [.make])]],
      operations: [
        .keep(5, in: 1, []), .open(10, in: 1, [.made(4, 327, place: 1)]), .read(11, key: 2, in: 10),
        .capture(12, in: 10, object: 11, part: 37),
      ]
    ),
    Program(
      code: [[], [], [.enter(5, [.scope([.made(1, 717)], [.keep(1)])])]],
      operations: [
        .keep(5, in: 1, []), .open(10, in: 1, [.made(4, 327, place: 1)]), .read(11, key: 2, in: 10),
        .capture(12, in: 10, object: 11, part: 37),
      ]
    ),
    // Code of a default reads through values that an outer default's code has captured.
    Program(
      code: [
        [], [.through(0, part: 19, 0)], [], [], [], [], [], [],
        [.scope([.made(0, 837)], [.read(1), .keep(2)])],
      ],
      holds: [.property, .direct, .entered, .projected],
      operations: [.read(13, key: 8, in: 1), .read(19, key: 8, in: 1, object: 13, part: 55)]
    ),
    Program(
      code: [
        [], [], [], [.keep(1)], [], [.through(1, part: 16, 3)],
        [.scope([.made(1, 384)], [.through(5, part: 46, 5)])],
      ],
      holds: [.property, .direct, .entered, .projected],
      operations: [
        .open(13, in: 1, []), .open(14, in: 13, []), .open(17, in: 1, []),
        .read(25, key: 6, in: 14), .open(27, in: 17, [.made(1, 540, place: 14)]),
        .read(33, key: 6, in: 27),
      ]
    ),
    Program(
      code: [
        [], [], [], [], [], [.scope([], [.keep(4), .make], key: 4, part: 11)],
        [.scope([.made(4, 969)], [.through(5, part: 15, 5)])], [.keep(6)],
      ],
      holds: [.property, .direct, .entered, .projected],
      operations: [
        .keep(6, in: 1, []), .read(13, key: 7, in: 1), .read(24, key: 5, in: 1),
        .open(27, in: 1, []), .enter(31, kept: 6, in: 27),
        .capture(38, in: 27, object: 24, part: 27), .open(41, in: 38, [.made(4, 270, place: 31)]),
        .read(46, key: 6, in: 41),
      ]
    ),
    // What a default opens lies in nothing that it hasn't read.
    Program(
      code: [[], [], [], [], [], [], [.keep(5)], [], [.enter(5, [.read(6)])]],
      tests: 3,
      holds: [.property, .direct, .entered, .projected],
      operations: [
        .keep(5, in: 0, [.made(4, 482, place: 0)]),
        .open(10, in: 3, [.code(5, [.scope([.made(4, 7)], [.enter(5, [.read(4)])])])]),
        .open(15, in: 10, []), .open(23, in: 15, []), .read(30, key: 5, in: 15),
        .read(35, key: 8, in: 23),
      ]
    ),
    // A scope that code opens in a kept one, with what was made outside of it.
    Program(
      code: [
        [], [], [], [.scope([.made(2, 935)], [.through(2, part: 20, 0)])], [], [], [], [],
        [.scope([], [.enter(5, [.keep(3)])], key: 4, part: 41)],
      ],
      tests: 2,
      holds: [.property, .direct, .entered, .projected],
      operations: [.keep(5, in: 0, []), .read(14, key: 8, in: 1)]
    ),
    // A read through what a default that is over has made, in code of another one.
    Program(
      code: [
        [], [], [.scope([.made(1, 274)], [.through(1, part: 2, 1)]), .read(1)], [], [], [],
        [.scope([.made(1, 935)], [.through(2, part: 47, 5)])], [], [.keep(6)],
      ],
      holds: [.property, .direct, .entered, .projected],
      operations: [
        .open(11, in: 1, []), .open(27, in: 11, [.made(5, 7)]), .read(31, key: 8, in: 27),
        .read(32, key: 8, in: 11),
      ]
    ),
    Program(
      code: [
        [], [.through(0, part: 19, 0)], [], [], [], [], [.scope([.made(0, 731)], [.keep(1)])],
      ],
      holds: [.projected],
      operations: [
        .open(8, in: 1, [.made(0, 839, place: 1)]), .keep(5, in: 1, []), .read(12, key: 6, in: 8),
        .enter(16, kept: 5, in: 1), .read(21, key: 0, in: 16, object: 12, part: 0),
      ]
    ),
    // An object made outside of a scope that code opens, read in that by another default.
    Program(
      code: [
        [], [.through(0, part: 19, 0)], [], [], [], [], [.scope([.made(0, 731)], [.keep(1)])],
      ],
      holds: [.property, .direct, .entered, .projected],
      operations: [
        .open(8, in: 1, [.made(0, 839, place: 1)]), .keep(5, in: 1, []), .read(12, key: 6, in: 8),
        .enter(16, kept: 5, in: 1), .read(21, key: 0, in: 16, object: 12, part: 0),
      ]
    ),
    // A weak default of a kept scope, held by a default of the root.
    Program(
      code: [[], [], [], [.keep(0)], [], [], [], [.keep(0)], [.enter(5, [.keep(7)]), .keep(0)]],
      tests: 3,
      holds: [.property, .direct, .entered, .projected],
      operations: [
        .open(11, in: 1, [.made(0, 809, place: 1)]), .open(12, in: 2, []),
        .keep(5, in: 0, [.made(0, 115, place: 0)]), .read(14, key: 3, in: 11),
        .capture(16, in: 12, object: 14, part: 1), .capture(17, in: 0, object: 14, part: 24),
        .read(20, key: 8, in: 17), .capture(23, in: 17, object: 14, part: 29),
        .read(24, key: 8, in: 23), .capture(26, in: 16, object: 20, part: 45),
        .read(28, key: 0, in: 26, object: 24, part: 25),
      ]
    ),
    // A default of a kept scope of the process ends with its test.
    Program(
      code: [
        [], [.through(0, part: 22, 0), .scope([.made(0, 157)], [.keep(0)])],
        [.make, .scope([.made(1, 7)], [.enter(5, [.make, .keep(1)])])],
        [.scope([], [.make], key: 2, part: 51)],
      ],
      tests: 3,
      holds: [.property, .direct, .entered, .projected],
      operations: [
        .keep(6, in: 0, []), .keep(5, in: 0, [.code(1, [])]), .enter(10, kept: 6, in: 0),
        .read(12, key: 0, in: 3), .read(15, key: 1, in: 1),
        .capture(16, in: 0, object: 12, part: 11), .read(18, key: 3, in: 16),
        .read(22, key: 3, in: 1, object: 18, part: 0), .open(23, in: 10, [.object(3, 22)]), .end(3),
        .read(30, key: 3, in: 23, object: 15, part: 0),
        .read(32, key: 2, in: 23, object: 30, part: 29),
      ]
    ),
    // A default of two sides of which one has gone, read through its own object.
    Program(
      code: [
        [], [.keep(0), .scope([.made(0, 666)], [.read(0)])], [], [], [], [], [], [],
        [.read(1), .read(5)],
        [.keep(3), .scope([.made(0, 219), .made(5, 7)], [.keep(5), .keep(8)])],
      ],
      holds: [.property, .direct, .entered, .projected],
      operations: [
        .open(8, in: 1, [.made(1, 404, place: 1)]), .read(24, key: 9, in: 1),
        .read(38, key: 8, in: 8, object: 24, part: 39),
        .read(41, key: 8, in: 8, object: 38, part: 0),
      ]
    ),
    // A late default that stands on what holds the older home.
    Program(
      code: [
        [], [], [], [], [], [],
        [.read(4), .scope([.made(4, 690)], [.keep(1), .scope([.made(4, 747)], [.keep(4)])])],
      ],
      holds: [.property, .direct, .entered, .projected],
      operations: [
        .open(8, in: 1, [.code(8, [.scope([], [.through(4, part: 12, 4)], key: 6, part: 29)])]),
        .open(9, in: 1, [.made(1, 458, place: 8)]), .read(10, key: 6, in: 9), .end(9),
        .read(14, key: 8, in: 8, object: 10, part: 62),
      ]
    ),
    // What code opens hides what a kept scope says, while the code runs.
    Program(
      code: [
        [], [], [], [], [], [.through(4, part: 47, 1)], [], [.through(1, part: 20, 5)],
        [.scope([.made(1, 573)], [.keep(7)], key: 1, part: 8)],
      ],
      tests: 2,
      holds: [.property, .direct, .entered, .projected],
      operations: [
        .open(8, in: 1, []), .read(22, key: 8, in: 8), .open(26, in: 1, [.made(4, 7)]),
        .read(32, key: 8, in: 26),
      ]
    ),
    // A scope that running code opens is as old as what the code has read.
    Program(
      code: [
        [], [], [], [], [], [],
        [
          .scope([.made(4, 7)], [.make]),
          .scope([.code(2, [])], [.enter(6, [.through(2, part: 23, 4)])]),
        ], [.keep(6)], [.keep(7)],
      ],
      tests: 2,
      holds: [.property, .direct, .entered, .projected],
      operations: [
        .keep(6, in: 0, [.made(4, 443, place: 0), .made(0, 230, place: 0)]),
        .read(10, key: 7, in: 2), .capture(28, in: 2, object: 10, part: 23),
        .read(34, key: 8, in: 28),
      ]
    ),
    // What a build has made sees the same, whether it was asked for before the build has ended: here,
    // by a recorded read.
    Program(
      code: [
        [], [], [], [], [], [], [], [],
        [.enter(5, [.scope([.code(2, [.keep(1)])], [.make, .keep(2)])])], [],
      ],
      tests: 1,
      holds: [.property, .direct, .entered, .projected],
      records: true,
      operations: [
        .open(8, in: 1, [.made(9, 613, place: 1), .made(1, 155, place: 1)]),
        .keep(5, in: 1, [.made(9, 361, place: 0)]), .open(9, in: 8, []), .read(13, key: 8, in: 9),
        .open(14, in: 1, []), .read(15, key: 9, in: 14, object: 13, part: 2),
      ]
    ),
    // What is built late through an object isn't kept by the scope of that object, which it holds.
    Program(
      code: [
        [], [.through(0, part: 60, 0), .keep(0)], [],
        [.read(1), .scope([.made(0, 907)], [.read(1), .read(0)])], [.read(3)], [], [], [], [], [],
      ],
      tests: 2,
      holds: [.property, .direct, .entered, .projected],
      operations: [
        .keep(5, in: 0, []), .read(13, key: 4, in: 2), .end(2), .open(15, in: 0, []),
        .capture(16, in: 15, object: 13, part: 37), .capture(17, in: 16, object: 13, part: 19),
        .read(18, key: 0, in: 17), .enter(19, kept: 5, in: 16),
        .read(21, key: 1, in: 19, object: 18, part: 0),
      ]
    ),
    // A home that leads through a build is asked beside what the build's code has entered.
    Program(
      code: [
        [], [], [], [], [], [.scope([.made(4, 564)], [.enter(6, [.through(4, part: 17, 4)])])],
        [.through(4, part: 57, 5)],
      ],
      holds: [.property, .direct, .entered, .projected],
      changesValues: true,
      operations: [
        .keep(6, in: 1, [.made(8, 86, place: 0)]), .open(8, in: 1, [.from(4, 4)]),
        .read(10, key: 6, in: 8), .change(11, of: 1, []),
        .capture(14, in: 11, object: 10, part: 14),
        .read(19, key: 9, in: 14, object: 10, part: 48),
        .read(27, key: 5, in: 8, object: 19, part: 53),
        .read(51, key: 6, in: 1, object: 27, part: 58),
      ]
    ),
    // What an object reads late from a kept scope that has gone goes with what code has opened there.
    Program(
      code: [[], [], [.enter(5, [.scope([.made(0, 855)], [.make])])]],
      tests: 3,
      holds: [.property, .direct, .entered, .projected],
      records: true,
      operations: [
        .keep(5, in: 0, [.code(2, [])]), .read(10, key: 2, in: 3), .open(14, in: 2, []),
        .capture(15, in: 14, object: 10, part: 49), .end(3), .remove(5),
        .open(28, in: 15, [.from(0, 2)]),
      ]
    ),
    // Where a build's code has entered a kept scope, no pair is remembered that may lead back.
    Program(
      code: [
        [], [], [],
        [
          .scope([], [.read(1), .through(2, part: 45, 2)], key: 2, part: 54),
          .scope([.made(1, 287)], [.read(1)]),
        ], [], [],
        [
          .scope([.made(1, 320)], [.keep(3)]), .keep(2),
          .enter(5, [.scope([.made(4, 335)], [.keep(4)])]),
        ], [], [.keep(6)], [],
      ],
      tests: 2,
      holds: [.property, .direct, .entered, .projected],
      records: true,
      operations: [
        .keep(5, in: 0, []), .read(10, key: 6, in: 2), .end(2), .open(12, in: 1, []),
        .read(13, key: 8, in: 12, object: 10, part: 32),
        .capture(17, in: 1, object: 13, part: 63),
        .read(18, key: 9, in: 17, object: 10, part: 49),
      ]
    ),
    // What a default opens in a container is younger than what the process kept before: as the
    // container, if the default stands on nothing else; or on what is older.
    Program(
      code: [
        [], [], [], [], [], [], [], [],
        [.scope([.made(2, 710), .made(1, 483)], [.enter(6, [.through(7, part: 8, 2)])])],
      ],
      tests: 3,
      holds: [.property, .direct, .entered, .projected],
      changesValues: true,
      records: true,
      operations: [
        .keep(6, in: 0, [.code(7, [.keep(1)]), .code(2, [])]), .root(7, []),
        .read(10, key: 7, in: 7), .open(18, in: 3, []),
        .read(29, key: 8, in: 18, object: 10, part: 31),
      ]
    ),
    Program(
      code: [
        [], [], [], [], [], [.read(0), .scope([.made(2, 710), .made(1, 483)], [.make])],
        [.read(1), .read(0)],
      ],
      holds: [.property, .direct, .entered, .projected],
      operations: [
        .keep(6, in: 0, [.made(0, 5)]), .keep(5, in: 0, [.made(2, 99), .made(0, 97)]),
        .root(7, []), .enter(11, kept: 6, in: 7), .read(12, key: 5, in: 11),
        .capture(13, in: 7, object: 12, part: 1), .enter(14, kept: 5, in: 13),
        .read(15, key: 6, in: 14), .read(16, key: 2, in: 7, object: 15),
      ]
    ),
    // What is seen together with what a default has made in a younger kept scope is remembered by
    // that, and so is no younger.
    Program(
      code: [[], [], [], [], [], [], [.enter(6, [.make]), .keep(2)]],
      operations: [
        .open(8, in: 1, [.made(0, 458, place: 1)]), .open(9, in: 1, [.made(6, 340, place: 8)]),
        .keep(6, in: 1, [.made(2, 313, place: 0)]), .read(10, key: 2, in: 8),
        .read(11, key: 6, in: 8, object: 10), .capture(17, in: 8, object: 11, part: 1),
        .read(25, key: 9, in: 9), .read(33, key: 6, in: 17, object: 25),
      ]
    ),
    // Code asks a task where it has opened a scope that says nothing: in a kept one, and in that.
    Program(
      code: [
        [], [], [], [], [], [],
        [
          .scope(
            [.object(0, 99)],
            [.enter(5, [.scope([.made(0, 431)], [.through(0, part: 45, 0)])])],
            key: 0,
            part: 28
          )
        ],
      ],
      holds: [.task],
      operations: [.keep(5, in: 1, []), .read(20, key: 6, in: 1)]
    ),
    Program(
      code: [
        [], [], [], [], [], [],
        [
          .scope(
            [.object(0, 99)],
            [.scope([.made(0, 431)], [.through(0, part: 45, 0)])],
            key: 0,
            part: 28
          )
        ],
      ],
      holds: [.task],
      operations: [.read(20, key: 6, in: 1)]
    ),
    // Where code sees two words side by side, what another thread has seen stays, though one of them
    // lies inside the other when the code around has read more.
    Program(
      code: [
        [], [], [], [], [],
        [
          .scope(
            [.code(1, [.read(0), .other(0, in: 1)]), .made(0, 663)],
            [.enter(5, [.keep(1)])]
          ),
          .read(0),
        ],
      ],
      holds: [.direct, .property, .projected, .entered, .closure, .stream, .task],
      operations: [
        .open(8, in: 1, []), .keep(5, in: 1, [.made(0, 611, place: 0)]),
        .read(13, key: 5, in: 8), .read(15, key: 5, in: 1, object: 13, part: 49),
      ]
    ),
    // A home that lies in the current scope says what lies further out than that scope's own word.
    Program(
      code: [],
      tests: 0,
      readsProcess: true,
      holds: [.entered, .closure, .projected, .property, .stream, .direct, .task],
      changesValues: true,
      operations: [
        .keep(6, in: 0, [.made(1, 623, place: 0)]), .open(8, in: 0, [.made(1, 257, place: 0)]),
        .open(9, in: 8, [.made(1, 346, place: 8), .code(6, [.keep(1)])]), .open(10, in: 8, []),
        .enter(11, kept: 6, in: 9), .read(12, key: 6, in: 11),
        .capture(13, in: 11, object: 12, part: 63),
        .read(19, key: 6, in: 13, object: 12, part: 24),
        .capture(21, in: 10, object: 12, part: 30),
        .read(27, key: 6, in: 21, object: 19, part: 17),
        .read(44, key: 6, in: 9, object: 27, part: 62),
      ]
    ),
    // A scope lies in a side of what its home leads to: only the other side is asked beside it.
    Program(
      code: [
        [], [], [], [], [], [],
        [.scope([.made(0, 774), .from(4, 1)], [.through(4, part: 29, 4)])],
      ],
      holds: [.property, .entered, .projected, .direct, .stream, .closure, .task],
      records: true,
      operations: [
        .keep(5, in: 1, [.made(4, 880, place: 0)]),
        .open(11, in: 1, [.decorator(1, [.read(0), .read(0)])]), .read(12, key: 1, in: 1),
        .capture(15, in: 11, object: 12, part: 24), .enter(20, kept: 5, in: 15),
        .open(25, in: 1, []), .read(26, key: 6, in: 20),
        .read(29, key: 4, in: 25, object: 26, part: 3),
      ]
    ),
  ]
}
