import { notesOf } from "./notes.mjs";

const CHANGELOG =
  "# Changes\n\nWhat changed.\n\n## Unreleased\n\n- Soon.\n\n## 1.4.0 (2026-11-30)\n\n### People\n\n- A thing.\n\n## 1.3.0\n\n- Older.\n";

describe("the notes of a release", () => {
  it("are what the changes say of the version, and before it has a heading what is unreleased", () => {
    expect(notesOf(CHANGELOG, "1.4.0")).toBe("# Balcão 1.4.0\n\n### People\n\n- A thing.\n");
    expect(notesOf(CHANGELOG, "1.3.0")).toBe("# Balcão 1.3.0\n\n- Older.\n");
    expect(notesOf(CHANGELOG, "1.5.0")).toBe("# Balcão 1.5.0\n\n- Soon.\n");
  });

  it("are missing where nothing was written", () => {
    expect(notesOf("# Changes\n\n## Unreleased\n\n", "1.0.0")).toBeNull();
  });
});
