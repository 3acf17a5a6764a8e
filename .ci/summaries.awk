# Prints the documentation comments of public declarations whose summary is not one line: the first
# line, and then a blank one or none. In public enumerations and protocols, what is declared there
# is public, too.

FNR == 1 { count = 0; indent = -1 }

/^ *\/\/\// {
  if (++count == 1) { line = FNR; first = $0 }
  if (count == 2) second = $0
  next
}

{
  text = $0
  sub(/^ +/, "", text)
  depth = length($0) - length(text)
  if (indent >= 0 && text ~ /^}/ && depth == indent) indent = -1
}

# Between a comment and its declaration.
count && (text ~ /^\/\/|^#/ || text ~ /^@/ && text !~ /(^| )(public|open|func|var|let|init|case|macro) /) {
  next
}
count && text == "nonisolated(nonsending)" { next }

count {
  isPublic = text ~ /(^| )(public|open) / || indent >= 0 && depth == indent + 2
  if (isPublic && count > 1 && second !~ /^ *\/\/\/ *$/) print FILENAME ":" line ":" first
  count = 0
}

text ~ /^(@[a-z]+ )*public (indirect )?(enum|protocol) .*{$/ { indent = depth }
