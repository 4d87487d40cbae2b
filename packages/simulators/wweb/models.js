/* The parts of WhatsApp Web's page that whatsapp-web.js 1.34.7 uses: emitters, addresses, keys,
   models, collections. */
(() => {
  class Emitter {
    #listeners = new Map();

    on(names, listener) {
      for (const name of names.split(" ")) this.#listeners.set(name, [...(this.#listeners.get(name) ?? []), listener]);
    }
    once(name, listener) {
      const act = (...values) => {
        this.off(name, act);
        listener(...values);
      };
      this.on(name, act);
    }
    off(name, listener) {
      this.#listeners.set(
        name,
        (this.#listeners.get(name) ?? []).filter((each) => each !== listener),
      );
    }
    trigger(name, ...values) {
      for (const listener of this.#listeners.get(name) ?? []) listener(...values);
    }
    hasListener(name) {
      return (this.#listeners.get(name) ?? []).length > 0;
    }
  }

  class Wid {
    constructor(text) {
      const [user = "", server = ""] = text.split("@");
      if (user === "" || server === "") throw new Error(`wid error: invalid wid ${text}`);
      this.user = user;
      this.server = server;
      this._serialized = text;
    }
    isLid() {
      return this.server === "lid";
    }
    isGroup() {
      return this.server === "g.us";
    }
    isStatus() {
      return this._serialized === "status@broadcast";
    }
    toString() {
      return this._serialized;
    }
    toJid() {
      return this._serialized;
    }
  }

  const toWid = (value) => (value instanceof Wid ? value : new Wid(typeof value === "string" ? value : value._serialized));

  class MsgKey {
    constructor({ from, to, remote, id, participant, selfDir, fromMe }) {
      this.fromMe = selfDir === "out" || fromMe === true;
      this.remote = toWid(remote ?? (this.fromMe ? to : from));
      this.id = id;
      if (participant) this.participant = toWid(participant);
      const tail = this.participant ? `_${this.participant._serialized}` : "";
      this._serialized = `${this.fromMe}_${this.remote._serialized}_${id}${tail}`;
    }
    static async newId() {
      const bytes = crypto.getRandomValues(new Uint8Array(9));
      return `3EB0${[...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`.toUpperCase();
    }
  }

  /** A message. Only plain data is serialised. */
  class Msg extends Emitter {
    constructor(fields) {
      super();
      Object.assign(this, fields);
      if (this.directPath) this.mediaData = { mediaStage: "RESOLVED" };
    }
    serialize() {
      return JSON.parse(JSON.stringify(this, (key, value) => (key === "mediaData" || key === "mediaBlob" ? undefined : value)));
    }
    unsafe() {
      return this;
    }
    async downloadMedia() {}
    msgContextInfo() {
      return {
        quotedMsg: { type: this.type, body: this.body },
        quotedStanzaID: this.id.id,
        quotedParticipant: this.author ?? this.from,
      };
    }
    change(name, value) {
      const before = this[name];
      if (before === value) return;
      this[name] = value;
      window.sim.messages.trigger(`change:${name}`, this, value, before);
      window.sim.messages.trigger("change", this);
      this.trigger(`change:${name}`, this);
    }
  }

  class Collection extends Emitter {
    models = new Map();

    get(key) {
      return this.models.get(typeof key === "string" ? key : key?._serialized);
    }
    async find(key) {
      return this.get(key);
    }
    getModelsArray() {
      return [...this.models.values()];
    }
    add(model) {
      if (this.models.has(model.id._serialized)) return this.get(model.id);
      this.models.set(model.id._serialized, model);
      this.trigger("add", model);
      return model;
    }
  }

  class Messages extends Collection {
    modelClass = Msg;

    async getMessagesById(ids) {
      return { messages: ids.map((id) => this.get(id)).filter(Boolean) };
    }
  }

  class Chat extends Emitter {
    unreadCount = 0;
    t = 0;
    mute = { expiration: 0 };

    constructor(id, title, group) {
      super();
      this.id = toWid(id);
      this.formattedTitle = title;
      this.msgs = {
        getModelsArray: () => window.sim.messages.getModelsArray().filter((each) => each.id.remote._serialized === this.id._serialized),
      };
      if (group) this.groupMetadata = { ...group, isLidAddressingMode: false, announce: false, serialize: () => structuredClone(group) };
    }
    serialize() {
      return {
        id: { ...this.id },
        unreadCount: this.unreadCount,
        t: this.t,
        msgs: this.msgs.getModelsArray().map(({ id }) => id._serialized),
      };
    }
  }

  /** A person, a group, or the own number. */
  class Contact {
    constructor({ id, phoneNumber, name, pushname, isMyContact }) {
      this.id = toWid(id);
      if (phoneNumber) this.phoneNumber = toWid(phoneNumber);
      Object.assign(this, { name, pushname, isMyContact, isContactBlocked: false });
    }
    serialize() {
      return { id: { ...this.id }, name: this.name, pushname: this.pushname, type: "in" };
    }
  }

  window.sim = {
    Emitter,
    Chat,
    Collection,
    Contact,
    Msg,
    MsgKey,
    toWid,
    messages: new Messages(),
    chats: new Collection(),
    contacts: new Collection(),
  };
})();
