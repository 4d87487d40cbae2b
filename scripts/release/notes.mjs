/** What CHANGELOG says of a version, without its heading; null where it has none. A version that is not there yet is what is under Unreleased. */
export function notesOf(changelog, version) {
  const sections = changelog.split(/^## /m).slice(1);
  const find = (name) => sections.find((section) => section.split("\n", 1)[0].split(/[\s(]/)[0] === name);
  const section = find(version) ?? find("Unreleased");
  const notes = section?.slice(section.indexOf("\n") + 1).trim();
  return notes ? `# Balcão ${version}\n\n${notes}\n` : null;
}
