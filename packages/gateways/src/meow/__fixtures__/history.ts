/**
 * A `HistorySync` webhook: Go's field names, numbers for enums; in a group the author is beside the
 * key.
 */
const historySync = (syncType: number) => ({
  type: "HistorySync",
  event: {
    Data: {
      syncType,
      progress: 100,
      conversations: [
        {
          ID: "5511988887777@s.whatsapp.net",
          lidJID: "198765432101234@lid",
          messages: [
            {
              message: {
                key: { remoteJID: "5511988887777@s.whatsapp.net", fromMe: false, ID: "3EB0AA00BB11CC22DD33EE" },
                message: { conversation: "Tem alguém aí?" },
                messageTimestamp: 1795176000,
                pushName: "Cliente",
              },
              msgOrderID: 2,
            },
            {
              message: {
                key: { remoteJID: "5511988887777@s.whatsapp.net", fromMe: true, ID: "3A11" },
                message: { extendedTextMessage: { text: "Do celular" } },
                messageTimestamp: 1795175990,
                status: 3,
              },
              msgOrderID: 1,
            },
          ],
        },
        {
          ID: "198765432101235@lid",
          pnJID: "5511988887778@s.whatsapp.net",
          messages: [
            {
              message: {
                key: { remoteJID: "198765432101235@lid", fromMe: false, ID: "3EB0LID" },
                message: { conversation: "Oi" },
                messageTimestamp: 1795175980,
              },
            },
          ],
        },
        {
          ID: "120363041234567890@g.us",
          messages: [
            {
              message: {
                key: { remoteJID: "120363041234567890@g.us", fromMe: false, ID: "3EB0AA00BB11CC22DD33EE" },
                participant: "5511988887777@s.whatsapp.net",
                message: { conversation: "No grupo" },
                messageTimestamp: 1795175970,
              },
            },
            { message: { key: { remoteJID: "120363041234567890@g.us", fromMe: false, ID: "STUB" }, messageStubType: 27 } },
          ],
        },
        { ID: "5511988887779@s.whatsapp.net" },
      ],
    },
    Notification: {},
  },
});

export const askedHistory = historySync(6);
export const recentHistory = historySync(3);
