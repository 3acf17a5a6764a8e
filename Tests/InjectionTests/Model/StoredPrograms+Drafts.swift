extension Program {
  /// Programs that failed once, and that read in drafts, change captured values, or read in the
  /// process.
  static let storedOfDrafts: [Program] = [
    // What a default of the process opens in a kept scope is as old as the process's root, and
    // doesn't remember a younger scope.
    Program(
      code: [
        [], [], [], [], [], [], [], [.keep(5), .keep(5)],
        [
          .enter(5, [.through(5, part: 38, 5), .keep(5)]), .keep(7),
          .enter(5, [.scope([.made(1, 699)], [.read(1), .make])]),
        ],
      ],
      tests: 0,
      readsProcess: true,
      holds: [.property, .direct, .entered, .projected],
      operations: [
        .open(9, in: 0, [.made(1, 7)]), .keep(5, in: 0, [.made(5, 765, place: 0)]),
        .read(17, key: 8, in: 0), .read(26, key: 6, in: 9, object: 17, part: 39),
      ]
    ),
    // What is read where a kept scope is set up is as old as its collection, too.
    Program(
      operations: [
        .keep(6, in: 1, [.from(3, 9)]), .enter(14, kept: 6, in: 1), .read(15, key: 3, in: 14),
        .read(25, key: 4, in: 14, object: 15, part: 1),
      ]
    ),
    // A scope that a default's code opens by changing captured values goes with the value.
    Program(
      code: [
        [], [], [], [], [.scope([.made(0, 313)], [.make], key: 0, part: 50)], [.keep(0), .keep(4)],
        [.keep(4)], [], [.read(5)], [.through(6, part: 63, 8)],
      ],
      holds: [.property, .direct, .entered, .projected],
      changesValues: true,
      operations: [.read(9, key: 9, in: 1)]
    ),
    Program(
      code: [
        [], [], [], [], [], [.scope([.made(4, 83)], [.keep(4), .make], key: 4, part: 28)],
      ],
      holds: [.property, .direct, .entered, .projected],
      changesValues: true,
      operations: [
        .open(9, in: 1, []), .read(29, key: 5, in: 1),
        .read(33, key: 5, in: 9, object: 29, part: 62),
        .read(39, key: 5, in: 1, object: 33, part: 0),
      ]
    ),
    // What is set after a default was read lies inside of what was set before, and what is built then
    // leads to the latter.
    Program(
      operations: [
        .open(9, in: 1, [.code(7, []), .from(3, 7)]), .read(10, key: 7, in: 9),
        .read(20, key: 3, in: 1, object: 10, part: 0),
      ]
    ),
    Program(
      changesValues: true,
      operations: [
        .open(9, in: 1, [.code(7, []), .from(4, 7)]), .read(19, key: 7, in: 9),
        .read(31, key: 7, in: 1, object: 19, part: 0),
      ]
    ),
    Program(
      code: [
        [], [.read(0), .scope([.made(0, 998)], [.make, .make])], [], [], [], [],
        [.through(1, part: 36, 1)], [.through(1, part: 38, 0)],
      ],
      holds: [.property, .direct, .entered, .projected],
      operations: [
        .open(8, in: 1, [.made(0, 3, place: 1), .from(6, 6)]), .open(9, in: 8, []),
        .read(10, key: 7, in: 9),
      ]
    ),
    // A singleton of a scope that is changed after it was read, and what stands on it.
    Program(
      code: [[], [], [], [], [], [.read(4)]],
      operations: [
        .open(22, in: 1, [.code(4, [.keep(2)]), .from(2, 5)]), .read(26, key: 5, in: 22),
      ]
    ),
    // A property's view from a default's code, whose own scope lies in the root, is that scope.
    Program(
      code: [
        [], [], [], [], [.keep(0)],
        [
          .scope(
            [.made(0, 956)],
            [.scope([.made(4, 834)], [.through(0, part: 42, 4)])],
            key: 0,
            part: 40
          ), .read(0),
        ],
      ],
      tests: 0,
      readsProcess: true,
      holds: [.property, .direct, .entered, .projected],
      changesValues: true,
      operations: [
        .open(8, in: 0, [.code(4, [])]), .open(10, in: 8, []), .read(15, key: 5, in: 10),
        .open(16, in: 8, []), .capture(17, in: 16, object: 15, part: 12), .open(19, in: 17, []),
        .read(49, key: 4, in: 19),
      ]
    ),
    // The root of a test lies in the scope of its description.
    Program(
      code: [
        [], [], [], [], [], [], [], [],
        [.scope([.made(7, 204), .made(4, 462)], [.enter(6, [.through(4, part: 52, 7)])])],
      ],
      holds: [.property, .direct, .entered, .projected],
      changesValues: true,
      records: true,
      operations: [
        .keep(6, in: 1, []), .keep(5, in: 1, [.made(7, 116, place: 0)]), .read(10, key: 6, in: 1),
        .open(11, in: 1, []), .read(12, key: 8, in: 11, object: 10, part: 62),
        .enter(13, kept: 5, in: 11), .open(16, in: 13, []), .read(29, key: 8, in: 16),
      ]
    ),
    // Of a key of which a kept scope and a request say something, a default's code sees another
    // word than who reads through its home afterwards: a thread waits for that.
    Program(
      holds: [.property, .direct, .entered, .projected],
      changesValues: true,
      operations: [
        .keep(6, in: 1, [.code(8, [.other(6, in: nil), .read(0)]), .code(6, [])]),
        .open(8, in: 1, [.made(0, 231, place: 1), .made(6, 882, place: 1)]),
        .enter(30, kept: 6, in: 8), .enter(31, kept: 6, in: 30), .read(32, key: 8, in: 31),
      ]
    ),
    // The root of a test has parts, beside what a default that opens a scope stands on.
    Program(
      code: [
        [], [], [], [], [], [], [], [], [.scope([.made(1, 968)], [.through(1, part: 0, 4)])],
      ],
      tests: 3,
      holds: [.property, .direct, .entered, .projected],
      operations: [
        .keep(5, in: 0, []), .root(7, [.made(4, 352, place: 1), .from(9, 9)]),
        .enter(10, kept: 5, in: 7), .open(12, in: 10, []), .read(13, key: 8, in: 12),
      ]
    ),
    Program(
      code: [[], [], [.scope([.made(1, 667)], [.through(1, part: 29, 1)])]],
      tests: 3,
      holds: [.property, .direct, .entered, .projected],
      changesValues: true,
      operations: [
        .keep(5, in: 0, []), .root(7, [.from(1, 2), .from(9, 9)]),
        .enter(11, kept: 5, in: 7), .read(31, key: 2, in: 11),
      ]
    ),
    // The same, of what stands on an earlier part alone.
    Program(
      code: [[], [], [], [], [], [], [], [], [.scope([.made(0, 203)], []), .keep(1)]],
      tests: 2,
      holds: [.property, .direct, .entered, .projected],
      changesValues: true,
      operations: [
        .root(7, [.made(1, 641, place: 1), .from(9, 9)]),
        .read(30, key: 8, in: 7),
      ]
    ),
    // What a default that a set-up has read opens in what another one sees lies beside what is set
    // later, or in it, if the default was built later.
    Program(
      code: [],
      tests: 3,
      holds: [.property, .direct, .entered, .projected],
      operations: [
        .root(
          7,
          [
            .code(
              2,
              [
                .scope(
                  [],
                  [.scope([.made(0, 83), .code(1, [.keep(0)])], [.keep(1)])],
                  key: 0,
                  part: 61
                )
              ]
            ), .from(3, 2), .code(1, []),
          ]
        ), .open(8, in: 7, []), .read(11, key: 2, in: 8),
        .read(12, key: 1, in: 7, object: 11, part: 17),
      ]
    ),
    // While a read is recorded, a default's code reads what a default that is over has captured.
    Program(
      code: [
        [], [], [], [], [.through(2, part: 41, 1)],
        [
          .scope(
            [.made(1, 219)],
            [
              .scope(
                [.code(2, [.through(1, part: 21, 1), .through(1, part: 19, 1)])],
                [.through(2, part: 45, 4)],
                key: 1,
                part: 57
              )
            ]
          )
        ], [], [], [.scope([.code(4, [])], [.read(5)])],
      ],
      holds: [.property, .direct, .entered, .projected],
      changesValues: true,
      records: true,
      operations: [.read(10, key: 8, in: 1), .read(12, key: 5, in: 1)]
    ),
    // Captured values are entered before they are changed: what is made there is at home where they
    // were captured, and not in what a running default's code opens.
    Program(
      code: [
        [], [], [], [.scope([.made(0, 498)], [.through(0, part: 51, 0)])], [], [], [],
        [.read(0)],
        [
          .scope(
            [.from(5, 3)],
            [.scope([.made(0, 278)], [.through(5, part: 37, 7)])],
            key: 4,
            part: 37
          )
        ],
      ],
      tests: 2,
      holds: [.closure, .direct, .projected, .property, .task, .stream, .entered],
      changesValues: true,
      operations: [.read(11, key: 8, in: 1)]
    ),
    // What a later part of a root builds from what a default has opened in an earlier one goes with
    // the later one, which may hold what leads to the earlier one.
    Program(
      code: [
        [],
        [
          .scope([.made(0, 462)], [.scope([.made(0, 111)], [.keep(0)])], key: 0, part: 22),
          .keep(0),
        ], [], [.keep(1)], [], [.scope([], [.read(1)], key: 1, part: 4)],
      ],
      tests: 3,
      holds: [.projected, .entered, .task, .stream, .direct, .property, .closure],
      operations: [.root(7, [.from(6, 3)]), .change(12, of: 7, [.from(3, 5)])]
    ),
    // Code enters a kept scope in a draft that says nothing yet. That isn't seen there, so a task
    // can be asked.
    Program(
      code: [
        [], [], [], [.enter(6, [.scope([.made(0, 431)], [.through(0, part: 45, 0)])])], [], [], [],
        [.scope([.from(4, 3)], [.keep(4)], key: 0, part: 28)],
      ],
      holds: [.task, .stream, .projected, .closure, .direct, .property, .entered],
      changesValues: true,
      operations: [.keep(6, in: 1, []), .read(20, key: 7, in: 1)]
    ),
  ]
}
