/** The allowed length of a text, in characters. */
interface Bounds {
  readonly min: number;
  readonly max: number;
}

const bounds = (min: number, max: number): Bounds => ({ min, max });

/** A text that goes to a customer, in characters. */
const MESSAGE = 4_000;

/** The bounds of everything that people type. The schemas of the wire and the forms use them. */
export const LIMITS = {
  /** `extras` is how many extra fields a contact has, `redirects` how many queues and people its redirects name. */
  /** `many` is how many are tagged, exported or deleted at once. */
  contact: {
    name: bounds(2, 50),
    number: bounds(8, 50),
    email: 200,
    extras: 50,
    extraName: 100,
    extraValue: 1_000,
    redirects: 100,
    many: 200,
  },
  /** `openLimit`: conversations that distribution gives at once, to a person and of a queue. `pictureBytes` is the largest photo of a person. */
  user: { name: bounds(2, 50), email: 255, pictureBytes: 5 * 1024 * 1024, openLimit: bounds(1, 1_000) },
  passkey: { name: bounds(1, 60), most: 20 },
  queue: {
    name: bounds(2, 250),
    color: bounds(3, 9),
    order: bounds(0, 999_999),
    greetingMessage: MESSAGE,
    openingHours: 30_000,
    target: bounds(1, 30_000),
    targetWarning: bounds(1, 99),
    openLimit: bounds(1, 1_000),
  },
  /** `contacts` is how many a tag takes at once; `bodyBytes` holds their ids. */
  /** `mostOfOne`: how many one person has at once; `days`: the longest time until one expires. */
  apiToken: { name: bounds(2, 80), addresses: 50, days: 1_825, mostOfOne: 50 },
  /** `most`: how many an installation has; `answerBytes`: how much of a receiver's answer is read; `log`: deliveries that are kept of each. */
  hook: { name: bounds(2, 80), address: bounds(8, 2_000), most: 50, answerBytes: 8 * 1024, log: 1_000 },
  /** Exported chats of one call; `textBytes` holds some three times as much as WhatsApp exports. */
  chatImport: { files: 20, sender: 200, name: 100, number: 50, textBytes: 16 * 1024 * 1024, messages: 200_000 },
  tag: { name: bounds(2, 50), color: bounds(3, 9), contacts: 20_000, bodyBytes: 256 * 1024 },
  /** `fileBytes` is the largest file of an answer, `files` how many it has. */
  quickAnswer: { shortcut: bounds(2, 25), message: bounds(8, 30_000), bodyBytes: 256 * 1024, fileBytes: 20 * 1024 * 1024, files: 10 },
  /** A question is a line of a menu; its answer a message. */
  question: { question: bounds(1, 250), answer: bounds(1, MESSAGE) },
  /** `contacts` is how many contacts or tags are named at once; `bodyBytes` holds the text and their ids. */
  /** What programs send on a connection and waits for its turn: as much as leaves within a day, one in 15 s. */
  outsideSend: { waiting: 5_760 },
  massSend: { message: bounds(1, 30_000), contacts: 20_000, bodyBytes: 512 * 1024 },
  schedule: { title: bounds(0, 100), message: bounds(1, 30_000), files: 10, bodyBytes: 512 * 1024 },
  /** Of messages that are scheduled in a conversation: how far ahead they are, and how many a ticket shows. */
  planned: { message: bounds(1, MESSAGE), daysAhead: 366, perTicket: 50 },
  connection: {
    name: bounds(2, 255),
    message: MESSAGE,
    typebotId: 200,
    typebotAddress: 500,
    metaId: 50,
    metaToken: 2_000,
  },
  /**
   * `recipients` is to how many contacts one message is forwarded at once, `cards` how many cards are sent at once, `mentions` how
   * many colleagues a comment mentions.
   */
  message: { recipients: 50, cards: 10, mentions: 20 },
  /** `participants` of a group, its creator included; `uploadBytes` is the sum of the files of a request. */
  chat: { groupName: bounds(2, 50), participants: 500, uploadBytes: 100 * 1024 * 1024 },
  protocol: { message: bounds(2, 50) },
  /** `many`: tickets that one call changes. `guests`: people who are invited to one. */
  ticket: { pauseTag: 50, message: MESSAGE, comment: MESSAGE, many: 1_000, guests: 10 },
} as const;
