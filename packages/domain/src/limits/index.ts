/** How long a text may be, in characters. */
interface Bounds {
  readonly min: number;
  readonly max: number;
}

const bounds = (min: number, max: number): Bounds => ({ min, max });

/** A text that goes to a customer, in characters. */
const MESSAGE = 4_000;

/** The bounds of what people type. The wire's schemas and the forms read them here. */
export const LIMITS = {
  user: { name: bounds(2, 50), email: 255 },
  contact: { name: bounds(2, 50), number: bounds(8, 50), email: 200 },
  queue: { name: bounds(2, 250), color: bounds(3, 9), order: bounds(0, 999_999), greetingMessage: MESSAGE },
  connection: {
    name: bounds(2, 255),
    message: MESSAGE,
    typebotId: 200,
    typebotAddress: 500,
    metaId: 50,
    metaToken: 2_000,
  },
  ticket: { pauseTag: 50, message: MESSAGE, comment: MESSAGE },
} as const;
