extension Lexer {
  mutating func skipSpaceAndComments() {
    while !isAtEnd {
      switch byte() {
      case 0, UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"), 0x0B,
        0x0C:
        position += 1
      case 0xC2 where isAtNoBreakSpace:
        position += 2
      case 0xEF where byte(1) == 0xBB && byte(2) == 0xBF:  // A byte order mark.
        position += 3
      case UInt8(ascii: "/") where at("/", 1):
        while !isAtEnd, !isAtNewline { position += 1 }
      case UInt8(ascii: "/") where at("*", 1):
        skipBlockComment()
      default:
        return
      }
    }
  }

  var isAtNoBreakSpace: Bool { byte() == 0xC2 && byte(1) == 0xA0 }

  /// Block comments nest.
  private mutating func skipBlockComment() {
    var open = 0
    repeat {
      if at("/"), at("*", 1) {
        open += 1
        position += 2
      } else if at("*"), at("/", 1) {
        open -= 1
        position += 2
      } else {
        position += 1
      }
    } while open > 0 && !isAtEnd
  }
}

func isDigit(_ byte: UInt8) -> Bool {
  byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
}

/// Whether the byte can be in a name. All that is not ASCII is taken for such, also the operators
/// among it: nothing here depends on the difference.
func isWord(_ byte: UInt8) -> Bool {
  let lowercase = byte | 0x20
  return lowercase >= UInt8(ascii: "a") && lowercase <= UInt8(ascii: "z") || byte >= 0x80
    || isDigit(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
}

func isOperator(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "/"), UInt8(ascii: "="), UInt8(ascii: "-"), UInt8(ascii: "+"),
    UInt8(ascii: "!"),
    UInt8(ascii: "*"), UInt8(ascii: "%"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"),
    UInt8(ascii: "|"), UInt8(ascii: "^"), UInt8(ascii: "~"), UInt8(ascii: "?"), UInt8(ascii: "."):
    true
  default:
    false
  }
}
