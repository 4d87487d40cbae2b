import { BufferJSON, type SignalDataSet, type SignalKeyStore } from "@whiskeysockets/baileys";

/** A client's keys in memory. */
export function memoryKeys(): SignalKeyStore {
  const stored = new Map<string, string>();
  return {
    get: async (type, ids) => {
      const entries = ids.flatMap((id) => {
        const text = stored.get(`${type} ${id}`);
        return text === undefined ? [] : [[id, JSON.parse(text, BufferJSON.reviver)] as const];
      });
      return Object.fromEntries(entries);
    },
    set: async (data: SignalDataSet) => {
      for (const [type, values] of Object.entries(data)) {
        for (const [id, value] of Object.entries(values ?? {})) {
          if (value === null || value === undefined) stored.delete(`${type} ${id}`);
          else stored.set(`${type} ${id}`, JSON.stringify(value, BufferJSON.replacer));
        }
      }
    },
  };
}
