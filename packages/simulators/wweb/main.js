/* The start of the page: it loads its device, receives the servers' events, and only then reports
   that it has loaded. */
(() => {
  const { sim } = window;
  const { Chat, Contact, Msg, MsgKey, toWid, messages, chats, contacts } = sim;

  const toMessage = (data, isNewMsg) => {
    const { key, ...fields } = data;
    const wids = Object.fromEntries(["from", "to", "author"].filter((name) => fields[name]).map((name) => [name, toWid(fields[name])]));
    return new Msg({ ...fields, ...wids, id: new MsgKey(key), isNewMsg });
  };
  const take = (data, isNewMsg) => {
    const message = toMessage(data, isNewMsg);
    const chat = sim.chatOf(message.id.remote._serialized);
    chat.t = Math.max(chat.t, message.t);
    if (isNewMsg && !message.id.fromMe) chat.unreadCount += 1;
    if (!message.id.fromMe) chat.lastReceivedKey = message.id;
    messages.add(message);
  };

  /**
   * Reports the sync only after the library has added its listeners, because it would miss the
   * event.
   */
  const finishSync = () => {
    if (!sim.socket.hasListener("change:hasSynced")) return void setTimeout(finishSync, 20);
    sim.socket.hasSynced = true;
    sim.socket.trigger("change:hasSynced");
  };

  const showNextCode = async () => {
    if (sim.socket.state !== "UNPAIRED") return;
    const { ref } = await sim.ask("/ref");
    if (!ref) return sim.socket.become("UNPAIRED_IDLE");
    sim.conn.ref = ref;
    sim.conn.trigger("change:ref", sim.conn, ref);
    setTimeout(showNextCode, sim.boot.codeMs);
  };

  const listeners = {
    async linked({ me }) {
      sim.boot.me = me;
      await sim.device.keep();
      sim.socket.become("CONNECTED");
      finishSync();
    },
    async unlinked() {
      await sim.device.forget();
      sim.socket.become("UNPAIRED");
    },
    state: ({ state }) => sim.socket.become(state),
    message: ({ message }) => take(message, true),
    ack({ id, ack }) {
      const message = messages.get(id);
      if (message && ack > message.ack) message.change("ack", ack);
    },
    edit({ id, text }) {
      const message = messages.get(id);
      if (!message) return;
      message.latestEditSenderTimestampMs = Date.now();
      message.change(message.directPath ? "caption" : "body", text);
    },
    revoke: ({ id }) => messages.get(id)?.change("type", "revoked"),
    reaction: ({ key, parent, by, emoji }) =>
      sim.reactions.bulkUpsert([
        {
          id: new MsgKey(key),
          reactionParentKey: new MsgKey(parent),
          reactionText: emoji,
          reactionTimestamp: Date.now(),
          author: toWid(by),
        },
      ]),
    call: ({ call }) => sim.calls.calls.set(call.id, call),
    group({ group, notice }) {
      chats.models.set(group.id, new Chat(group.id, group.subject, group));
      if (notice) take(notice, true);
    },
    contact: ({ contact }) => contacts.models.set(contact.id, new Contact(contact)),
    readOnPhone({ wid }) {
      const chat = sim.chatOf(wid);
      chat.unreadCount = 0;
      chats.trigger("change:unreadCount", chat);
    },
    lids: ({ lids }) => Object.assign(sim.boot.lids, lids),
    sendError: () => (sim.boot.sendError = true),
    detach: () =>
      Object.defineProperty(sim.socket, "state", {
        get() {
          throw new Error("Attempted to use detached Frame 'A1'.");
        },
      }),
    freeze() {
      for (;;);
    },
    reload: () => location.reload(),
  };

  const open = async () => {
    await sim.device.load();
    sim.boot = await sim.ask("/boot");
    for (const group of sim.boot.groups) chats.add(new Chat(group.id, group.subject, group));
    for (const contact of sim.boot.contacts) contacts.add(new Contact(contact));
    for (const message of sim.boot.messages) take(message, false);
    await sim.listen(listeners);
    if (sim.boot.linked) {
      setTimeout(() => sim.socket.become("CONNECTED"), 20);
      finishSync();
    } else {
      sim.socket.state = "UNPAIRED";
      sim.conn.ref = (await sim.ask("/ref")).ref;
      setTimeout(showNextCode, sim.boot.codeMs);
    }
    window.Debug = { VERSION: "2.3000.1017054665" };
  };
  void open();
})();
