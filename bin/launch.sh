# Sourced by the commands here: builds what a program of the benchmarks module needs, and starts it.

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"

# launch CLASS [ARGUMENT...]; JVM options of the caller's choice are taken from the array jvm_options.
launch() {
  mvn -q -B -f "$root/pom.xml" -pl benchmarks -am -DskipTests package
  local module="$root/benchmarks/target"
  exec "${JAVA_HOME:+$JAVA_HOME/bin/}java" "@$module/launch/jvm-options" -Djava.awt.headless=true ${jvm_options[@]+"${jvm_options[@]}"} \
    -cp "$module/classes:$(cat "$module/launch/class-path")" "$@"
}
