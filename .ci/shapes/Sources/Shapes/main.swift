// A program that runs tests of both frameworks, as the tools of several systems do. Its name, its
// arguments and its environment are those of such a tool; ORDER is what to run.

import Foundation

run(ProcessInfo.processInfo.environment["ORDER"] ?? "xs")
