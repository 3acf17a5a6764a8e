# Makes the text of a module of the toolchain (.swiftinterface) one for another system:
# awk -v triple=TRIPLE -v bits=BITS -f interface.awk <in >out
#
# Only types count. So the code of functions goes, which takes most of the time to compile and calls
# what other systems don't have. The code that takes an integer literal stays: it tells whether one
# is too large. Where a word has 32 bits, so have `Int` and `UInt`.

# How many more braces a text opens than it closes.
function opened(text) {
  gsub(/\\"/, "", text)
  gsub(/"[^"]*"/, "", text)
  return gsub(/\{/, "", text) - gsub(/}/, "", text)
}

braces > 0 { braces += opened($0); next }

/import ((Swift)?Glibc|_SynchronizationShims)$/ { next }

{ gsub(/@backDeployed\([^)]*\)/, "") }

# visionOS has what is of an iOS, as the SDK's settings tell the compiler.
triple ~ /-xros/ && !/visionOS/ {
  gsub(/iOS 1[0-7](\.[0-9]+)*/, "visionOS 1.0")
  gsub(/iOS 18/, "visionOS 2")
  gsub(/iOS /, "visionOS ")
}

/[{}]$| = \{ [^}]*$/ && !/_builtinIntegerLiteral/ {
  # A brace before may be that of a default argument, which goes if it has more lines.
  head = $0
  if (!sub(/ = \{ [^}]*$/, ")", head) && !sub(/ \{$/, "", head)) sub(/ *\{.*/, "", head)
  if (head !~ /(^| )(var|subscript|protocol|struct|class|enum|extension|actor) / &&
      (head ~ /(^| )(func |init|deinit)/ ||
       head ~ /(^| )(get|set|_read|_modify|read|modify|unsafeAddress|unsafeMutableAddress)(\(| |$)/)) {
    braces = opened(substr($0, length(head)))
    $0 = head
  }
}

bits == 32 && /^(@[a-z]+ )*public struct U?Int / { isWord = 1 }
/^\}/ { isWord = 0 }
isWord { gsub(/Builtin\.Int64/, "Builtin.Int32"); gsub(/IntLiteral_Int64/, "IntLiteral_Int32") }

{
  sub(/-target x86_64-unknown-linux-gnu/, "-target " triple)
  sub(/-target-min-inlining-version min/, "-target-min-inlining-version target")
  print
}
