import { CAPABILITIES, type ConnectorApi } from "@balcao/domain/connections";
import { fetchBaileysMedia } from "../baileys/baileysMedia.js";
import { fetchMeowMedia } from "../meow/meowMedia.js";
import type { FetchedMedia } from "../port/index.js";
import { fetchMedia } from "../wwebjs/questions.js";

/** The network, of which nothing must be asked. */
const network = new Proxy(
  {},
  {
    get: () => {
      throw new Error("the network was asked");
    },
  },
) as never;

const FETCHES: readonly (readonly [ConnectorApi, (bytes: number) => Promise<FetchedMedia>])[] = [
  [
    "baileys",
    (fileLength) => {
      const descriptor = { media: "document", directPath: "/v/a", mediaKey: "", fileLength };
      return fetchBaileysMedia(network, network, network, { at: "provider", descriptor });
    },
  ],
  [
    "meow",
    (FileLength) => {
      const descriptor = { media: "document", DirectPath: "/v/a", MediaKey: "a", FileLength };
      return fetchMeowMedia({ client: network, host: network, fetchPublic: network }, network, { at: "provider", descriptor });
    },
  ],
  ["wwebjs", (size) => fetchMedia(network, network, { at: "provider", descriptor: { message: "a", size } })],
];

describe("a file that is announced with more bytes than are kept", () => {
  it.each(FETCHES)("is not asked for, and never again: %s", async (api, fetch) => {
    const most = CAPABILITIES[api].uploadLimitBytes;
    await expect(fetch(most + 1)).rejects.toMatchObject({ kind: "unsupported", code: "ERR_FILE_TOO_LARGE" });
    await expect(fetch(most)).rejects.toThrow("the network was asked");
  });
});
