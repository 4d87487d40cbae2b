import { passkeyPlace } from "./passkeys.js";

describe("where passkeys are offered [D-663]", () => {
  it.each([
    ["https://inbox.example.com", { origin: "https://inbox.example.com", rpId: "inbox.example.com" }],
    ["https://Inbox.example.com:8443", { origin: "https://inbox.example.com:8443", rpId: "inbox.example.com" }],
    ["https://inbox.example.com:443", { origin: "https://inbox.example.com", rpId: "inbox.example.com" }],
    ["http://localhost:3000", { origin: "http://localhost:3000", rpId: "localhost" }],
  ])("is %s", (publicUrl, place) => {
    expect(passkeyPlace(publicUrl)).toEqual(place);
  });

  it.each(["http://inbox.example.com", "http://127.0.0.1:3000", "https://192.0.2.7", "https://[::1]:3000", "http://localhost.example.com"])(
    "is not %s",
    (publicUrl) => {
      expect(passkeyPlace(publicUrl)).toBeNull();
    },
  );
});
