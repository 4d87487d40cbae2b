import { encodePng } from "../wuzapi/png.js";
import { toDigits, type Command } from "./standIn.js";

/** A customer's actions on one network; ids are the network's own. */
export interface CustomerActions {
  readonly text: (phone: string, text: string) => Promise<string>;
  readonly picture: (phone: string, bytes: Buffer, caption: string) => Promise<string>;
  readonly edit: (phone: string, id: string, text: string) => Promise<unknown>;
  readonly remove: (phone: string, id: string) => Promise<unknown>;
  /** The newest message that Balcão sent to the customer; null when there is none. */
  readonly newestFor: (phone: string) => string | null;
  readonly react: (phone: string, id: string, emoji: string) => Promise<unknown>;
}

/** The commands with which a person plays customers, equal for each network. */
export function customerCommands(actions: CustomerActions): Command[] {
  const newest = new Map<string, string>();
  const own = (phone: string): string => {
    const id = newest.get(phone);
    if (id === undefined) throw new Error("This customer has written nothing yet.");
    return id;
  };
  return [
    {
      usage: "say NUMBER TEXT",
      does: "a customer writes",
      run: async ([number, ...args]) => {
        const phone = toDigits(number);
        newest.set(phone, await actions.text(phone, args.join(" ")));
        return "sent";
      },
    },
    {
      usage: "photo NUMBER CAPTION",
      does: "a customer sends a picture",
      run: async ([number, ...args]) => {
        const phone = toDigits(number);
        newest.set(phone, await actions.picture(phone, samplePicture(), args.join(" ")));
        return "sent";
      },
    },
    {
      usage: "edit NUMBER TEXT",
      does: "a customer changes their newest message",
      run: async ([number, ...args]) => {
        const phone = toDigits(number);
        await actions.edit(phone, own(phone), args.join(" "));
        return "changed";
      },
    },
    {
      usage: "delete NUMBER",
      does: "a customer deletes their newest message",
      run: async ([number]) => {
        const phone = toDigits(number);
        await actions.remove(phone, own(phone));
        return "deleted";
      },
    },
    {
      usage: "react NUMBER EMOJI",
      does: "a customer reacts to Balcão's newest message; without an emoji the reaction goes",
      run: async ([number, emoji = ""]) => {
        const phone = toDigits(number);
        const id = actions.newestFor(phone);
        if (id === null) throw new Error("Balcão has sent nothing to this customer yet.");
        await actions.react(phone, id, emoji);
        return "told";
      },
    },
  ];
}

function samplePicture(): Buffer {
  return encodePng(96, 64, 3, (x, y) => [x * 2, y * 4, 160]);
}
