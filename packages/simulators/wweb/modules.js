/* The modules of `window.require` that whatsapp-web.js 1.34.7 names. A missing name becomes a
   function that does nothing, and is recorded. */
(() => {
  const { sim } = window;
  const { Emitter, Chat, Collection, Msg, MsgKey, toWid, messages, chats, contacts } = sim;

  const socket = Object.assign(new Emitter(), { state: "OPENING", hasSynced: false, takeover() {}, reconnect() {} });
  socket.logout = async () => {
    await sim.ask("/logout");
    await sim.device.forget();
  };
  socket.become = (state) => {
    socket.state = state;
    socket.trigger("change:state", socket, state);
  };
  const conn = Object.assign(new Emitter(), { ref: "", platform: "android" });
  conn.serialize = () => {
    if (sim.boot.fault === "neverReady") throw new Error("the account is not there yet");
    return { platform: "android", pushname: sim.boot.me.name };
  };
  const cmd = Object.assign(new Emitter(), {
    refreshQR() {},
    async sendRevokeMsgs(_chat, { list }) {
      for (const message of list) {
        await sim.ask("/revoke", { id: message.id._serialized });
        message.change("type", "revoked");
      }
    },
    async sendDeleteMsgs(_chat, { list }) {
      for (const message of list) messages.trigger("remove", message);
    },
  });

  const me = () => toWid(`${sim.boot.me.phone}@c.us`);
  const myLid = () => toWid(sim.boot.me.lid);
  const chatOf = (wid) => chats.get(wid) ?? chats.add(new Chat(wid, `+${wid.user}`));
  /** A person without an account has no chat. */
  const findOrCreateLatestChat = async (wid) => {
    if (!(await sim.ask("/exists", { wid: wid._serialized })).wid) return undefined;
    return { chat: chatOf(wid) };
  };
  sim.chatOf = (id) => chatOf(toWid(id));

  /** Puts a message into the store, then sends it, so that it is pending in the store meanwhile. */
  const addAndSendMsgToChat = (chat, fields) => {
    if (sim.boot.sendError) throw new Error("the message could not be prepared");
    const message = messages.add(new Msg(fields));
    chat.t = message.t;
    const sending = sim
      .ask("/send", { message: message.serialize() })
      .then(({ ack }) => {
        message.change("ack", Math.max(message.ack, ack));
        return { messageSendResult: "OK" };
      })
      .catch(() => {
        message.change("ack", -1);
        return { messageSendResult: "ERROR_UNKNOWN" };
      });
    return [Promise.resolve(message), sending];
  };
  const forwardMessages = async ({ chat, msgs }) => {
    for (const original of msgs) {
      // A forward does not keep the quoted message.
      const fields = Object.fromEntries(Object.entries(original.serialize()).filter(([name]) => !name.startsWith("quoted")));
      const group = chat.id.isGroup();
      const id = new MsgKey({ to: chat.id, id: await MsgKey.newId(), selfDir: "out", ...(group ? { participant: me() } : {}) });
      const now = Math.floor(Date.now() / 1000);
      const [, sending] = addAndSendMsgToChat(chat, {
        ...fields,
        id,
        from: me(),
        to: chat.id,
        t: now,
        ack: 0,
        isNewMsg: true,
        isForwarded: true,
      });
      await sending;
    }
  };
  const editable = (message) => message.id.fromMe && message.type !== "revoked" && Date.now() / 1000 - message.t < 15 * 60;
  const sendMessageEdit = async (message, text) => {
    await sim.ask("/edit", { id: message.id._serialized, text });
    message.latestEditSenderTimestampMs = Date.now();
    message.change(message.directPath ? "caption" : "body", text);
  };
  const state = (name) => (wid) => sim.ask("/chatState", { wid: wid._serialized, state: name });
  const seen = async ({ chat }) => {
    await sim.ask("/seen", { wid: chat.id._serialized });
    if (chat.unreadCount === 0) return;
    chat.unreadCount = 0;
    chats.trigger("change:unreadCount", chat);
  };
  const groups = { update: async () => undefined };
  const key32 = { pubKey: new Uint8Array(32) };

  sim.socket = socket;
  sim.conn = conn;
  sim.calls = { calls: new Map(), on() {} };
  sim.reactions = { bulkUpsert() {} };
  sim.missing = new Set();

  const modules = {
    WAWebSocketModel: { Socket: socket },
    WAWebCmd: { Cmd: cmd },
    WAWebConnModel: { Conn: conn },
    WAWebOfflineHandler: { OfflineMessageHandler: { getOfflineDeliveryProgress: () => 100 } },
    WAWebAltDeviceLinkingApi: {
      setPairingType() {},
      initializeAltDeviceLinking: async () => undefined,
      initializeQRLinking: async () => undefined,
      startAltLinkingFlow: async (phone) => (await sim.ask("/pairCode", { phone })).code,
    },
    WABase64: { encodeB64: (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes))) },
    WAWebCompanionRegClientUtils: { DEVICE_PLATFORM: "1" },
    WAWebAdvSignatureApi: {},
    WAWebUserPrefsInfoStore: { waNoiseInfo: { get: async () => ({ staticKeyPair: key32 }) } },
    WAWebUserPrefsMultiDevice: { getADVSecretKey: () => "QURWU2VjcmV0S2V5T2ZUaGVTdGFuZEluT25seQ==" },
    WAWebSignalStoreApi: { waSignalStore: { getRegistrationInfo: async () => ({ identityKeyPair: key32 }) } },
    WAWebUserPrefsMeUser: { getMaybeMePnUser: me, getMaybeMeLidUser: myLid },
    WAWebCollections: { Msg: messages, Chat: chats, Contact: contacts, GroupMetadata: groups, Blocklist: new Collection() },
    WAWebSyncGatingUtils: {},
    WAWebCallCollection: sim.calls,
    WAWebAddonReactionTableMode: { reactionTableMode: sim.reactions },
    WALinkify: { findLink: () => null, findLinks: () => [] },
    WAWebWidFactory: { createWid: toWid, asUserWidOrThrow: toWid, createWidFromWidLike: toWid },
    WAWebStreamModel: { Stream: { markAvailable() {}, markUnavailable() {} } },
    WAWebUpdateUnreadChatAction: { sendSeen: seen },
    WAWebFindChatAction: { findOrCreateLatestChat },
    WAWebChatGetters: { getIsNewsletter: () => false, getIsBroadcast: () => false },
    WAWebChatLoadMessages: { loadEarlierMsgs: async () => [] },
    WAWebMsgKey: MsgKey,
    WAWebGetEphemeralFieldsMsgActionsUtils: { getEphemeralFields: () => ({}) },
    WAWebMsgReply: { canReplyMsg: () => true },
    WAWebSendMsgChatAction: { addAndSendMsgToChat },
    WAWebChatForwardMessage: { forwardMessages },
    WAWebMsgActionCapability: {
      canSenderRevokeMsg: (message) => message.id.fromMe && Date.now() / 1000 - message.t < 2 * 24 * 3600,
      canAdminRevokeMsg: () => false,
      canEditText: (message) => editable(message) && message.type === "chat",
      canEditCaption: (message) => editable(message) && Boolean(message.caption),
    },
    WAWebSendReactionMsgAction: { sendReactionToMsg: (message, emoji) => sim.ask("/react", { id: message.id._serialized, emoji }) },
    WAWebSendMessageEditAction: { sendMessageEdit },
    WAWebQueryExistsJob: {
      queryWidExists: async (wid) => {
        const { wid: found } = await sim.ask("/exists", { wid: wid._serialized });
        return found ? { wid: toWid(found) } : null;
      },
    },
    WAWebApiContact: {
      getCurrentLid: (wid) => (sim.boot.lids[wid._serialized] ? toWid(sim.boot.lids[wid._serialized]) : null),
      getPhoneNumber: (wid) => {
        const pair = Object.entries(sim.boot.lids).find(([, lid]) => lid === wid._serialized);
        return pair ? toWid(pair[0]) : null;
      },
      getAlternateUserWid: () => null,
    },
    WAWebContactGetters: {
      getIsMe: ({ id }) => id._serialized === me()._serialized,
      getIsUser: ({ id }) => !id.isGroup(),
      getIsGroup: ({ id }) => id.isGroup(),
      getIsWAContact: () => true,
      getUserid: ({ id }) => id.user,
      getVerifiedName: () => undefined,
      getVerifiedLevel: () => undefined,
      getStatusMute: () => false,
      getName: ({ name }) => name,
      getShortName: ({ name }) => name?.split(" ", 1)[0],
      getPushname: ({ pushname }) => pushname,
      getIsEnterprise: () => false,
    },
    WAWebFrontendContactGetters: { getIsMyContact: ({ isMyContact }) => isMyContact },
    WAWebContactProfilePicThumbBridge: {
      requestProfilePicFromServer: async (chat) => {
        const { eurl } = await sim.ask("/picture", { wid: chat.id._serialized });
        return eurl ? { eurl } : undefined;
      },
    },
    WAWebChatStateBridge: {
      sendChatStateComposing: state("composing"),
      sendChatStateRecording: state("recording"),
      sendChatStatePaused: state("paused"),
    },
    WAWebPresenceChatAction: { sendPresenceUnavailable: () => sim.ask("/presence", { type: "unavailable" }) },
    WAWap: { wap: (tag, attributes, content) => ({ tag, attributes, content }), generateId: () => `${Date.now()}` },
    WADeprecatedSendIq: { deprecatedCastStanza: (stanza) => sim.ask("/stanza", { stanza }) },
    WAWebLidMigrationUtils: { toPn: (wid) => wid },
    ...sim.mediaModules,
  };

  const nothing = () =>
    new Proxy(() => undefined, { get: (_target, key) => (key === "then" ? undefined : nothing()), apply: () => undefined });
  window.require = (name) => {
    if (name in modules) return modules[name];
    sim.missing.add(name);
    return nothing();
  };
})();
