# Counts the lines of Swift code in its input: those that hold more than white space and comments. A
# lone brace counts, since it is code. Documentation comments are comments; blank lines of a string
# count as little as others do.
#
# Comments may nest, and what looks like one in a string, in an extended regular expression (#/ /#)
# or between backticks is none. In "\( )" there is code again. Only a regular expression between
# bare slashes is not known; it misleads where it holds a quotation mark.

# The code around the strings and interpolations that the scanner is in has no end: level 0.
BEGIN { level = 0; comments = 0 }

function enter(end, escape) {
  ends[++level] = end
  escapes[level] = escape
}

{
  isCode = 0
  rest = $0
  while (rest != "") {
    if (comments > 0) {
      if (rest ~ /^\/\*/) { comments++; skip(2) }
      else if (rest ~ /^\*\//) { comments--; skip(2) }
      else skip(1)
    }
    else if (rest ~ /^[ \t\r\f]/) skip(1)
    else if (isInString()) { isCode = 1; scanString() }
    else if (rest ~ /^\/\//) break
    else if (rest ~ /^\/\*/) { comments = 1; skip(2) }
    else { isCode = 1; scanCode() }
  }
  count += isCode
}

END { print count + 0 }

function skip(n) { rest = substr(rest, n + 1) }

function isInString() { return level > 0 && ends[level] != ")" }

function starts(text) { return text != "" && substr(rest, 1, length(text)) == text }

function scanString() {
  if (starts(ends[level])) { skip(length(ends[level--])) }
  else if (starts(escapes[level] "(") && escapes[level] != "") {
    skip(length(escapes[level]) + 1)
    enter(")")
    parentheses[level] = 1
  }
  else if (starts(escapes[level])) skip(length(escapes[level]) + 1)
  else skip(1)
}

function scanCode(    hashes, start) {
  match(rest, /^#*/)
  hashes = substr(rest, 1, RLENGTH)
  start = substr(rest, RLENGTH + 1)
  if (start ~ /^"/) {
    # With "#", a string of one line may begin with a quotation mark: #"""#.
    if (start ~ /^"""/ && !(hashes != "" && index(substr(start, 2), "\"" hashes))) {
      skip(RLENGTH + 3)
      enter("\"\"\"" hashes, "\\" hashes)
    } else {
      skip(RLENGTH + 1)
      enter("\"" hashes, "\\" hashes)
    }
  }
  else if (hashes != "" && start ~ /^\//) { skip(RLENGTH + 1); enter("/" hashes, "") }
  else if (match(rest, /^`[^`]*`/)) skip(RLENGTH)
  else {
    if (level > 0 && starts("(")) parentheses[level]++
    if (level > 0 && starts(")") && --parentheses[level] == 0) level--
    skip(1)
  }
}
