import { createCipheriv, createHash, randomBytes } from "node:crypto";
import { openField, sealField } from "./index.js";

const SECRET = "a transport secret";
const fresh = (length: number): Uint8Array => new Uint8Array(randomBytes(length));

describe("the login envelope", () => {
  it.each(["ana@example.com", "Pässwörd 1! 😀", "", "x".repeat(500)])(
    "opens to what was sealed: %j [AUTH-010, AUTH-011, AUTH-012]",
    (text) => {
      expect(openField(SECRET, "email", sealField(SECRET, "email", text, fresh))).toBe(text);
    },
  );

  it("is AES-256-GCM as documented, so another implementation can make it (D-001) [AUTH-010]", () => {
    const iv = randomBytes(12);
    const cipher = createCipheriv("aes-256-gcm", createHash("sha256").update(SECRET).digest(), iv).setAAD(Buffer.from("password"));
    const body = Buffer.concat([cipher.update("Abcdef1!", "utf8"), cipher.final()]);
    expect(openField(SECRET, "password", Buffer.concat([iv, body, cipher.getAuthTag()]).toString("base64"))).toBe("Abcdef1!");
  });

  it("differs each time and hides the text [AUTH-010]", () => {
    const [one, two] = [sealField(SECRET, "email", "ana@example.com", fresh), sealField(SECRET, "email", "ana@example.com", fresh)];
    expect(one).not.toBe(two);
    expect(atob(one)).not.toContain("ana");
  });

  it("cannot be opened for another field, another secret and a changed byte (D-001, S-17)", () => {
    const envelope = sealField(SECRET, "email", "ana@example.com", fresh);
    expect(openField(SECRET, "password", envelope)).toBeNull();
    expect(openField("another", "email", envelope)).toBeNull();
    const bytes = Buffer.from(envelope, "base64");
    for (const at of [0, 14, bytes.length - 1]) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      expect(openField(SECRET, "email", changed.toString("base64"))).toBeNull();
    }
  });

  it.each(["", "abc", "não é base64", "AAAA", "QUFB".repeat(2_000), "ana@example.com"])("refuses %j without an exception", (text) => {
    expect(openField(SECRET, "email", text)).toBeNull();
  });
});
