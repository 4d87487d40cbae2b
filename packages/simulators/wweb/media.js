/* Uploads and downloads of files: prepared, hashed, uploaded, and decrypted again. */
(() => {
  const { sim } = window;
  const PICTURES = new Set(["image/jpeg", "image/png", "image/gif", "image/webp"]);
  const blobs = new Map();

  class OpaqueData {
    constructor(blob, name) {
      this.blob = blob;
      this.type = blob.type;
      this.name = name;
    }
    static async createFromData(data, type) {
      return data instanceof OpaqueData ? data : new OpaqueData(new Blob([data], { type }), data.name);
    }
    url() {
      return "blob:prepared";
    }
    autorelease() {}
    formData() {
      return this.blob;
    }
  }

  const hashOf = async (blob) => {
    const digest = await crypto.subtle.digest("SHA-256", await blob.arrayBuffer());
    return btoa(String.fromCharCode(...new Uint8Array(digest)));
  };

  /** The kind of message for a file; WhatsApp Web accepts no other picture types. */
  const kindOf = (type, { asDocument, asSticker, isPtt }) => {
    if (asDocument) return "document";
    if (asSticker) return "sticker";
    if (type.startsWith("image/")) {
      if (!PICTURES.has(type)) throw new Error("media-fault: unsupported image");
      return "image";
    }
    if (type.startsWith("video/")) return "video";
    if (type.startsWith("audio/")) return isPtt ? "ptt" : "audio";
    return "document";
  };

  const prepRawMedia = (data, params) => ({
    async waitForPrep() {
      const { blob } = data;
      const type = kindOf(blob.type.split(";")[0], params);
      const filehash = await hashOf(blob);
      blobs.set(filehash, blob);
      const name = type === "document" ? { filename: data.name } : {};
      const prepared = { type, mimetype: blob.type, filehash, size: blob.size, mediaBlob: data, ...name };
      const hidden = {
        set: (fields) => Object.assign(prepared, fields),
        toJSON: () => ({ type, mimetype: blob.type, filehash, size: blob.size }),
      };
      return Object.defineProperties(
        prepared,
        Object.fromEntries(Object.entries(hidden).map(([name, value]) => [name, { value, enumerable: false }])),
      );
    },
  });

  const uploadMedia = async ({ mediaObject }) => {
    const stored = await sim.upload(blobs.get(mediaObject.filehash));
    return {
      mediaEntry: { ...stored, mmsUrl: stored.url, deprecatedMms3Url: stored.url, uploadHash: stored.encFilehash, mediaKeyTimestamp: 1 },
    };
  };

  sim.mediaModules = {
    WAWebMediaOpaqueData: OpaqueData,
    WAWebPrepRawMedia: { prepRawMedia },
    WAWebMediaStorage: {
      getOrCreateMediaObject: (filehash) => ({
        filehash,
        size: blobs.get(filehash)?.size ?? 0,
        type: "media",
        contentInfo: {},
        consolidate() {},
      }),
    },
    WAWebMmsMediaTypes: { msgToMediaType: ({ type }) => type, castToV4: (type) => type },
    WAWebMediaDataUtils: { shouldUseMediaCache: () => false },
    WAWebMediaMmsV4Upload: { uploadMedia },
    WAWebUploadManager: { encryptAndUpload: async ({ blob }) => ({ ...(await sim.upload(blob)), mimetype: blob.type, size: blob.size }) },
    WAWebStartMediaUploadQpl: { startMediaUploadQpl: () => undefined },
    WAWebDownloadManager: { downloadManager: { downloadAndMaybeDecrypt: (file) => sim.download(file) } },
  };
})();
