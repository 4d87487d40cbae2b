/* The page's connection to the stand-in of WhatsApp's servers: requests by POST, events by
   server-sent events, the device's key in the browser's profile. */
(() => {
  const { sim } = window;
  const { origin } = sim;

  const openStore = () =>
    new Promise((resolve, reject) => {
      const request = indexedDB.open("device", 1);
      request.onupgradeneeded = () => request.result.createObjectStore("keys");
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });

  /** Writes to disk at once, because the profile must survive a browser that is killed. */
  const inStore = async (mode, act) => {
    const store = await openStore();
    return new Promise((resolve, reject) => {
      const transaction = store.transaction("keys", mode, { durability: "strict" });
      const request = act(transaction.objectStore("keys"));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onerror = () => reject(transaction.error);
    });
  };

  sim.device = {
    key: "",
    async load() {
      this.key = (await inStore("readonly", (keys) => keys.get("key"))) ?? crypto.randomUUID();
    },
    keep() {
      return inStore("readwrite", (keys) => keys.put(this.key, "key"));
    },
    forget() {
      return inStore("readwrite", (keys) => keys.delete("key"));
    },
  };

  /**
   * Sends a request to the servers; an answer without success rejects with its status, as the
   * page's own requests do.
   */
  sim.ask = async (path, question = {}) => {
    const response = await fetch(`${origin}${path}`, { method: "POST", body: JSON.stringify({ ...question, device: sim.device.key }) });
    if (!response.ok)
      throw Object.assign(new Error(`server answered ${response.status}`), { name: "ServerStatusCodeError", status: response.status });
    return response.json();
  };

  sim.upload = async (blob) => {
    const response = await fetch(`${origin}/upload`, { method: "POST", body: blob });
    if (!response.ok) throw new Error("upload failed");
    return response.json();
  };

  sim.download = async ({ directPath, mediaKey, filehash }) => {
    const response = await fetch(`${origin}${directPath}?${new URLSearchParams({ mediaKey, filehash })}`);
    if (!response.ok) throw Object.assign(new Error("media is gone"), { status: response.status });
    return response.arrayBuffer();
  };

  /** Receives events and passes each to the listener of its kind. */
  sim.listen = (listeners) => {
    const source = new EventSource(`${origin}/events?device=${sim.device.key}`);
    source.onmessage = ({ data }) => {
      const event = JSON.parse(data);
      listeners[event.kind]?.(event);
    };
    return new Promise((resolve) => (source.onopen = resolve));
  };
})();
