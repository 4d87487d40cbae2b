import { certificateSentence, connectionSentence } from "./index.js";

describe("what the way to a server needs [B-08, B-09]", () => {
  it.each([
    ["CERT_HAS_EXPIRED", "The certificate of the server at REDIS_URL has expired: renew it there."],
    ["CERT_NOT_YET_VALID", "The certificate of the server at REDIS_URL is not valid yet: set the clock"],
    ["ERR_TLS_CERT_ALTNAME_INVALID", "The certificate of the server at REDIS_URL is for another name"],
    ["SELF_SIGNED_CERT_IN_CHAIN", "name the signer's certificate in NODE_EXTRA_CA_CERTS"],
    ["ENOTFOUND", "The name of the server at REDIS_URL cannot be found"],
    ["EAI_AGAIN", "The DNS of this machine does not answer for the server at REDIS_URL"],
  ])("is said for %s", (code, words) => {
    expect(connectionSentence(code, "REDIS_URL")).toContain(words);
    expect(certificateSentence(code, "REDIS_URL") === null).toBe(!words.includes("certificate"));
  });

  it("is not known for other codes", () => {
    for (const code of [undefined, "ECONNREFUSED", "constructor"]) expect(connectionSentence(code, "REDIS_URL")).toBeNull();
  });
});
