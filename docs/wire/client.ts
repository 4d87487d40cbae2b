// Printed from packages/contracts by a test (UPDATE_WIRE=1). It needs nothing but fetch.

/** What each call that a token may open takes; `docs/API.md` and `/openapi.json` say more. */
export interface Calls {
  "schedules.list": {  };
  "schedules.create": { body: { "title"?: string; "RValue"?: string; "allContacts"?: boolean; "contactsIds"?: readonly (number)[]; "tagsIds"?: readonly (number)[]; "whatsappId"?: number | null; "template"?: unknown; "log"?: { "userId"?: number; "userName"?: string }; "ticketId"?: number; "signed"?: boolean; "message": string; "recurrence"?: "once" | "every_day" | "every_week" | "every_month" | "quarterly" | "anually" | "last_day_of_month" | "business_day"; "sendAt": string } | FormData };
  "schedules.delete": { params: { scheduleId: number } };
  "schedules.get": { params: { scheduleId: number } };
  "schedules.change": { params: { scheduleId: number }; body?: { "title"?: string; "RValue"?: string; "allContacts"?: boolean; "contactsIds"?: readonly (number)[]; "tagsIds"?: readonly (number)[]; "whatsappId"?: number | null; "template"?: unknown; "log"?: { "userId"?: number; "userName"?: string }; "message"?: string; "recurrence"?: "once" | "every_day" | "every_week" | "every_month" | "quarterly" | "anually" | "last_day_of_month" | "business_day"; "sendAt"?: string; "signed"?: boolean; "keepMedias"?: readonly (string)[] } | FormData };
  "schedules.pause": { params: { scheduleId: number } };
  "schedules.resume": { params: { scheduleId: number } };
  "schedules.logs": { params: { scheduleId: number } };
  "schedules.ofTicket": { params: { ticketId: number } };
  "audit.list": { query?: { "userId"?: number; "area"?: string; "action"?: string; "ip"?: string; "kind"?: "ticket" | "contact" | "user" | "connection" | "queue" | "tag" | "quickAnswer" | "setting" | "question" | "massSend" | "schedule" | "chat"; "objectId"?: number; "from"?: string; "until"?: string; "before"?: number } };
  "audit.actions": {  };
  "chats.list": { query?: { "searchParam"?: string; "pageNumber"?: number; "cursor"?: string; "limit"?: number; "date"?: string; "showAll"?: boolean; "withUnreadMessages"?: boolean; "status"?: string; "queueIds"?: string } };
  "chats.create": { body?: { "userId"?: number; "callingUserId"?: number; "isGroup"?: boolean; "groupName"?: string; "users"?: readonly (number)[]; "log"?: { "descricao"?: string; "origem"?: string; "ticketId"?: number; "contactId"?: number; "queueId"?: number; "whatsappId"?: number; "messageId"?: number; "tagId"?: number; "quickAnswersId"?: number; "perguntaId"?: number; "settingId"?: number; "envioId"?: number; "agendamentoId"?: number; "chatId"?: number } } };
  "chats.get": { params: { chatId: number } };
  "chats.change": { params: { chatId: number }; body?: { "users"?: readonly (number)[]; "groupName"?: string; "log"?: { "descricao"?: string; "origem"?: string; "ticketId"?: number; "contactId"?: number; "queueId"?: number; "whatsappId"?: number; "messageId"?: number; "tagId"?: number; "quickAnswersId"?: number; "perguntaId"?: number; "settingId"?: number; "envioId"?: number; "agendamentoId"?: number; "chatId"?: number } } };
  "chats.send": { params: { chatId: number }; body?: { "body"?: string; "sender"?: number; "quotedMsg"?: number; "mediaType"?: "chat" | "location" | "vcard"; "voice"?: boolean } | FormData };
  "chats.edit": { params: { chatId: number }; body: { "editedMsg": number; "body"?: string } };
  "chats.delete": { params: { messageId: number } };
  "chats.messages": { body: { "chatId": number; "pageNumber"?: number; "user"?: number; "before"?: number; "after"?: number; "around"?: number; "limit"?: number } };
  "chats.readers": { params: { messageId: number } };
  "chats.read": { params: { messageId: number }; body?: { "userId"?: number } };
  "chats.search": { params: { chatId: number }; query: { "messageToSearch": string; "userId"?: number } };
  "contacts.findOrCreate": { body: { "name": string; "number": string; "email"?: string } };
  "contacts.group": { params: { contactId: number } };
  "contacts.list": { query?: { "searchParam"?: string; "pageNumber"?: number; "cursor"?: string; "all"?: boolean; "ignoreGroup"?: boolean; "tagIds"?: readonly (number)[]; "queueIds"?: readonly (number)[]; "origin"?: "network" | "person" | "import"; "unlikely"?: boolean } };
  "contacts.create": { body: { "name": string; "number": string; "email"?: string; "respostaAutomatica": boolean; "tagIds"?: readonly (number)[]; "extraInfo"?: readonly ({ "name": string; "value"?: string })[]; "queueId"?: readonly (number)[]; "userId"?: readonly (number)[]; "redirect"?: readonly ({ "queueId"?: number | null; "userId"?: number | null })[]; "log"?: { "descricao"?: string; "origem"?: string; "ticketId"?: number; "contactId"?: number; "queueId"?: number; "whatsappId"?: number; "messageId"?: number; "tagId"?: number; "quickAnswersId"?: number; "perguntaId"?: number; "settingId"?: number; "envioId"?: number; "agendamentoId"?: number; "chatId"?: number } } };
  "contacts.delete": { params: { contactId: number }; body?: { "log"?: { "descricao"?: string; "origem"?: string; "ticketId"?: number; "contactId"?: number; "queueId"?: number; "whatsappId"?: number; "messageId"?: number; "tagId"?: number; "quickAnswersId"?: number; "perguntaId"?: number; "settingId"?: number; "envioId"?: number; "agendamentoId"?: number; "chatId"?: number } } };
  "contacts.get": { params: { contactId: number } };
  "contacts.change": { params: { contactId: number }; body?: { "name"?: string; "number"?: string; "email"?: string; "respostaAutomatica"?: boolean; "tagIds"?: readonly (number)[]; "addedTagIds"?: readonly (number)[]; "removedTagIds"?: readonly (number)[]; "expectedTagIds"?: readonly (number)[]; "extraInfo"?: readonly ({ "name": string; "value"?: string })[]; "expectedExtraInfo"?: readonly ({ "name": string; "value"?: string })[]; "queueId"?: readonly (number)[]; "userId"?: readonly (number)[]; "redirect"?: readonly ({ "queueId"?: number | null; "userId"?: number | null })[]; "expectedQueueId"?: readonly (number)[]; "expectedUserId"?: readonly (number)[]; "expectedRedirect"?: readonly ({ "queueId"?: number | null; "userId"?: number | null })[]; "log"?: { "descricao"?: string; "origem"?: string; "ticketId"?: number; "contactId"?: number; "queueId"?: number; "whatsappId"?: number; "messageId"?: number; "tagId"?: number; "quickAnswersId"?: number; "perguntaId"?: number; "settingId"?: number; "envioId"?: number; "agendamentoId"?: number; "chatId"?: number } } };
  "contacts.previewMerge": { params: { contactId: number; otherId: number } };
  "contacts.merge": { params: { contactId: number; otherId: number }; body?: { "log"?: { "descricao"?: string; "origem"?: string; "ticketId"?: number; "contactId"?: number; "queueId"?: number; "whatsappId"?: number; "messageId"?: number; "tagId"?: number; "quickAnswersId"?: number; "perguntaId"?: number; "settingId"?: number; "envioId"?: number; "agendamentoId"?: number; "chatId"?: number } } };
  "contacts.merges": { params: { contactId: number } };
  "contacts.undoMerge": { params: { contactId: number; mergeId: number }; body?: { "ticketIds"?: readonly (number)[]; "log"?: { "descricao"?: string; "origem"?: string; "ticketId"?: number; "contactId"?: number; "queueId"?: number; "whatsappId"?: number; "messageId"?: number; "tagId"?: number; "quickAnswersId"?: number; "perguntaId"?: number; "settingId"?: number; "envioId"?: number; "agendamentoId"?: number; "chatId"?: number } } };
  "contacts.optIn": { params: { contactId: number } };
  "contacts.optOut": { params: { contactId: number } };
  "contacts.separate": { params: { contactId: number; otherId: number } };
  "contacts.clear": { body?: { "dryRun"?: boolean; "log"?: { "descricao"?: string; "origem"?: string; "ticketId"?: number; "contactId"?: number; "queueId"?: number; "whatsappId"?: number; "messageId"?: number; "tagId"?: number; "quickAnswersId"?: number; "perguntaId"?: number; "settingId"?: number; "envioId"?: number; "agendamentoId"?: number; "chatId"?: number } } };
  "contacts.importDelegations": { body?: { "dryRun"?: boolean; "columns"?: string; "log"?: { "descricao"?: string; "origem"?: string; "ticketId"?: number; "contactId"?: number; "queueId"?: number; "whatsappId"?: number; "messageId"?: number; "tagId"?: number; "quickAnswersId"?: number; "perguntaId"?: number; "settingId"?: number; "envioId"?: number; "agendamentoId"?: number; "chatId"?: number } } | FormData };
  "contacts.duplicates": {  };
  "contacts.export": { body?: { "template"?: boolean; "contactIds"?: readonly (number)[]; "log"?: { "descricao"?: string; "origem"?: string; "ticketId"?: number; "contactId"?: number; "queueId"?: number; "whatsappId"?: number; "messageId"?: number; "tagId"?: number; "quickAnswersId"?: number; "perguntaId"?: number; "settingId"?: number; "envioId"?: number; "agendamentoId"?: number; "chatId"?: number } } };
  "contacts.exportDelegations": { body?: { "template"?: boolean; "log"?: { "descricao"?: string; "origem"?: string; "ticketId"?: number; "contactId"?: number; "queueId"?: number; "whatsappId"?: number; "messageId"?: number; "tagId"?: number; "quickAnswersId"?: number; "perguntaId"?: number; "settingId"?: number; "envioId"?: number; "agendamentoId"?: number; "chatId"?: number } } };
  "contacts.import": { body?: { "dryRun"?: boolean; "columns"?: string; "log"?: { "descricao"?: string; "origem"?: string; "ticketId"?: number; "contactId"?: number; "queueId"?: number; "whatsappId"?: number; "messageId"?: number; "tagId"?: number; "quickAnswersId"?: number; "perguntaId"?: number; "settingId"?: number; "envioId"?: number; "agendamentoId"?: number; "chatId"?: number } } | FormData };
  "contacts.deleteMany": { body: { "contactIds": readonly (number)[]; "log"?: { "descricao"?: string; "origem"?: string; "ticketId"?: number; "contactId"?: number; "queueId"?: number; "whatsappId"?: number; "messageId"?: number; "tagId"?: number; "quickAnswersId"?: number; "perguntaId"?: number; "settingId"?: number; "envioId"?: number; "agendamentoId"?: number; "chatId"?: number } } };
  "contacts.changeMany": { body: { "contactIds": readonly (number)[]; "addedTagIds"?: readonly (number)[]; "removedTagIds"?: readonly (number)[]; "log"?: { "descricao"?: string; "origem"?: string; "ticketId"?: number; "contactId"?: number; "queueId"?: number; "whatsappId"?: number; "messageId"?: number; "tagId"?: number; "quickAnswersId"?: number; "perguntaId"?: number; "settingId"?: number; "envioId"?: number; "agendamentoId"?: number; "chatId"?: number } } };
  "dashboard.counters": { query?: { "firstDate"?: string; "lastDate"?: string; "queueId"?: number; "userId"?: number } };
  "dashboard.now": {  };
  "dashboard.nowTickets": { query: { "status": "open" | "pending"; "queueId"?: number; "userId"?: number } };
  "dashboard.rating": { query?: { "firstDate"?: string; "lastDate"?: string; "queueId"?: number; "userId"?: number } };
  "dashboard.byReason": { query?: { "firstDate"?: string; "lastDate"?: string; "queueId"?: number; "userId"?: number } };
  "dashboard.recountDays": {  };
  "dashboard.stats": { query?: { "firstDate"?: string; "lastDate"?: string; "queueId"?: number; "userId"?: number; "pairs"?: boolean } };
  "dashboard.targets": { query?: { "firstDate"?: string; "lastDate"?: string; "queueId"?: number; "userId"?: number } };
  "dashboard.tickets": { query: { "firstDate"?: string; "lastDate"?: string; "queueId"?: number; "userId"?: number; "figure": "open" | "pending" | "closed" | "created" | "waited" | "handled" | "kept" | "missed"; "contactId"?: number; "hour"?: number; "target"?: "firstAnswer" | "nextAnswer" | "resolution"; "reason"?: string; "cursor"?: string } };
  "dashboard.users": { query?: { "firstDate"?: string; "lastDate"?: string; "queueId"?: number; "userId"?: number } };
  "dashboard.userTickets": { params: { userId: number }; query?: { "queueId"?: number } };
  "massSends.list": {  };
  "massSends.create": { body: { "mensagem": string; "allContacts"?: boolean; "contactsIds"?: readonly (number)[]; "tagsIds"?: readonly (number)[]; "template"?: unknown; "log"?: { "userId"?: number; "userName"?: string } } };
  "massSends.get": { params: { massSendId: number } };
  "massSends.change": { params: { massSendId: number }; body: { "mensagem": string; "allContacts"?: boolean; "contactsIds"?: readonly (number)[]; "tagsIds"?: readonly (number)[]; "template"?: unknown; "log"?: { "userId"?: number; "userName"?: string } } };
  "massSends.cancel": { params: { massSendId: number } };
  "massSends.export": { params: { massSendId: number }; body?: {  } };
  "massSends.pause": { params: { massSendId: number } };
  "massSends.proof": { params: { massSendId: number } };
  "massSends.recipients": { params: { massSendId: number }; query?: { "pageNumber"?: number; "state"?: "queued" | "handed" | "sent" | "delivered" | "read" | "answered" | "failed" | "unknown" | "skipped" | "cancelled" } };
  "massSends.resume": { params: { massSendId: number } };
  "massSends.count": { body?: { "allContacts"?: boolean; "contactsIds"?: readonly (number)[]; "tagsIds"?: readonly (number)[]; "whatsappId"?: number | null } };
  "massSends.lift": { params: { whatsappId: number } };
  "massSends.test": { body: { "mensagem": string; "template"?: unknown; "number": string } };
  "health.details": {  };
  "hooks.list": {  };
  "hooks.create": { body: { "name": string; "address": string; "events": readonly ("message.created" | "message.changed" | "ticket.created" | "ticket.changed" | "ticket.closed" | "ticket.deleted" | "protocol.changed" | "contact.created" | "contact.changed" | "contact.deleted" | "connection.changed")[]; "reach"?: "all" | "queues" | "own"; "queueIds"?: readonly (number)[] } };
  "hooks.delete": { params: { hookId: number } };
  "notices.people": { params: { ticketId: number } };
  "messages.delete": { params: { messageId: number } };
  "messages.list": { params: { ticketId: number }; query?: { "pageNumber"?: number; "before"?: number; "after"?: number; "around"?: number; "limit"?: number; "peek"?: boolean; "ios"?: boolean; "userId"?: number } };
  "messages.send": { params: { ticketId: number }; body?: { "body"?: string; "read"?: boolean; "fromMe"?: boolean; "userId"?: number; "mediaUrl"?: string | null; "quotedMsg"?: number; "editedMsg"?: number; "voice"?: boolean; "mentions"?: readonly (number)[]; "quickAnswerId"?: number; "reasonId"?: number | null; "closingNote"?: string; "protocol"?: boolean } | FormData };
  "messages.change": { params: { ticketId: number }; body?: { "body"?: string; "read"?: boolean; "fromMe"?: boolean; "userId"?: number; "mediaUrl"?: string | null; "quotedMsg"?: number; "editedMsg"?: number; "voice"?: boolean } };
  "messages.forward": { params: { messageId: number }; body: { "contacts": readonly (number)[]; "whatsappId"?: number; "log"?: { "descricao"?: string; "origem"?: string; "ticketId"?: number; "contactId"?: number; "queueId"?: number; "whatsappId"?: number; "messageId"?: number; "tagId"?: number; "quickAnswersId"?: number; "perguntaId"?: number; "settingId"?: number; "envioId"?: number; "agendamentoId"?: number; "chatId"?: number } } };
  "messages.gallery": { params: { ticketId: number }; query: { "kind": "media" | "links" | "documents"; "before"?: number } };
  "messages.info": { params: { messageId: number } };
  "messages.listForIos": { params: { ticketId: number }; query?: { "pageNumber"?: number; "before"?: number; "after"?: number; "around"?: number; "limit"?: number; "peek"?: boolean; "ios"?: boolean; "userId"?: number } };
  "messages.fetchMedia": { params: { messageId: number } };
  "messages.react": { params: { messageId: number }; body: { "emoji": string } };
  "messages.search": { params: { ticketId: number }; query: { "messageToSearch": string; "userId"?: number } };
  "messages.transcribe": { params: { messageId: number } };
  "messages.settle": { params: { messageId: number }; body: { "action": "resend" | "discard" } };
  "messages.sendCard": { params: { ticketId: number }; body: { "contactId": number } };
  "templates.delete": { params: { whatsappId: number; name: string } };
  "templates.send": { body: { "template": unknown; "values"?: readonly (string)[]; "ticketId": number } };
  "templates.listForTicket": { params: { ticketId: number } };
  "templates.create": { params: { whatsappId: number }; body: { "name": string; "language"?: "pt_BR" | "en_US" | "es_ES"; "category"?: "UTILITY" | "MARKETING" | "AUTHENTICATION"; "components"?: readonly ({ "type": string; "format"?: null | "TEXT" | "IMAGE" | "VIDEO" | "DOCUMENT" | "LOCATION"; "text"?: string | null; "file"?: string | null })[]; "buttons"?: readonly ({ "type": "QUICK_REPLY" | "URL" | "PHONE_NUMBER"; "text"?: string | null; "url"?: string | null; "phone_number"?: string | null })[]; "log"?: { "descricao"?: string; "origem"?: string; "ticketId"?: number; "contactId"?: number; "queueId"?: number; "whatsappId"?: number; "messageId"?: number; "tagId"?: number; "quickAnswersId"?: number; "perguntaId"?: number; "settingId"?: number; "envioId"?: number; "agendamentoId"?: number; "chatId"?: number } } };
  "templates.upload": { body?: {  } | FormData };
  "templates.listForConnection": { params: { whatsappId: number } };
  "questions.list": {  };
  "questions.create": { body: { "pergunta": string; "resposta": string; "queueId"?: number | null; "openTicket"?: boolean; "log"?: { "descricao"?: string; "origem"?: string; "ticketId"?: number; "contactId"?: number; "queueId"?: number; "whatsappId"?: number; "messageId"?: number; "tagId"?: number; "quickAnswersId"?: number; "perguntaId"?: number; "settingId"?: number; "envioId"?: number; "agendamentoId"?: number; "chatId"?: number } } };
  "questions.delete": { params: { questionId: number } };
  "questions.get": { params: { questionId: number } };
  "questions.change": { params: { questionId: number }; body?: { "pergunta"?: string; "resposta"?: string; "queueId"?: number | null; "openTicket"?: boolean; "log"?: { "descricao"?: string; "origem"?: string; "ticketId"?: number; "contactId"?: number; "queueId"?: number; "whatsappId"?: number; "messageId"?: number; "tagId"?: number; "quickAnswersId"?: number; "perguntaId"?: number; "settingId"?: number; "envioId"?: number; "agendamentoId"?: number; "chatId"?: number } } };
  "protocols.list": { query?: { "searchParam"?: string; "pageNumber"?: number; "user"?: string } };
  "protocols.create": { body: { "contactId": number; "ticketId": number; "log"?: { "descricao"?: string; "origem"?: string; "ticketId"?: number; "contactId"?: number; "queueId"?: number; "whatsappId"?: number; "messageId"?: number; "tagId"?: number; "quickAnswersId"?: number; "perguntaId"?: number; "settingId"?: number; "envioId"?: number; "agendamentoId"?: number; "chatId"?: number } } };
  "protocols.get": { params: { protocolId: number } };
  "protocols.change": { params: { protocolId: number }; body: { "mensagem": string; "log"?: { "descricao"?: string; "origem"?: string; "ticketId"?: number; "contactId"?: number; "queueId"?: number; "whatsappId"?: number; "messageId"?: number; "tagId"?: number; "quickAnswersId"?: number; "perguntaId"?: number; "settingId"?: number; "envioId"?: number; "agendamentoId"?: number; "chatId"?: number } } };
  "protocols.ofContact": { params: { contactId: number }; query?: { "pageNumber"?: number } };
  "protocols.ofTicket": { params: { ticketId: number } };
  "queues.list": {  };
  "queues.create": { body: { "name": string; "color": string; "customOrder"?: number; "greetingMessage"?: string; "log"?: { "descricao"?: string; "origem"?: string; "ticketId"?: number; "contactId"?: number; "queueId"?: number; "whatsappId"?: number; "messageId"?: number; "tagId"?: number; "quickAnswersId"?: number; "perguntaId"?: number; "settingId"?: number; "envioId"?: number; "agendamentoId"?: number; "chatId"?: number } } };
  "queues.delete": { params: { queueId: number } };
  "queues.get": { params: { queueId: number } };
  "queues.change": { params: { queueId: number }; body?: { "name"?: string; "color"?: string; "customOrder"?: number; "greetingMessage"?: string; "openingHours"?: string; "outOfHoursMessage"?: string; "outOfHoursQueueId"?: number | null; "firstAnswerTarget"?: number | null; "nextAnswerTarget"?: number | null; "resolutionTarget"?: number | null; "targetWarning"?: number; "openLimit"?: number | null; "userIds"?: readonly (number)[]; "addedUserIds"?: readonly (number)[]; "removedUserIds"?: readonly (number)[]; "expectedUserIds"?: readonly (number)[]; "log"?: { "descricao"?: string; "origem"?: string; "ticketId"?: number; "contactId"?: number; "queueId"?: number; "whatsappId"?: number; "messageId"?: number; "tagId"?: number; "quickAnswersId"?: number; "perguntaId"?: number; "settingId"?: number; "envioId"?: number; "agendamentoId"?: number; "chatId"?: number } } };
  "queues.use": { params: { queueId: number } };
  "quickAnswers.list": { query?: { "searchParam"?: string; "pageNumber"?: number; "byUse"?: boolean } };
  "quickAnswers.create": { body: { "shortcut": string; "message": string; "scope"?: "everyone" | "queue" | "me"; "queueId"?: number | null; "deeds"?: string; "log"?: { "descricao"?: string; "origem"?: string; "ticketId"?: number; "contactId"?: number; "queueId"?: number; "whatsappId"?: number; "messageId"?: number; "tagId"?: number; "quickAnswersId"?: number; "perguntaId"?: number; "settingId"?: number; "envioId"?: number; "agendamentoId"?: number; "chatId"?: number } } | FormData };
  "quickAnswers.delete": { params: { quickAnswerId: number } };
  "quickAnswers.get": { params: { quickAnswerId: number } };
  "quickAnswers.change": { params: { quickAnswerId: number }; body?: { "shortcut"?: string; "message"?: string; "scope"?: "everyone" | "queue" | "me"; "queueId"?: number | null; "deeds"?: string; "log"?: { "descricao"?: string; "origem"?: string; "ticketId"?: number; "contactId"?: number; "queueId"?: number; "whatsappId"?: number; "messageId"?: number; "tagId"?: number; "quickAnswersId"?: number; "perguntaId"?: number; "settingId"?: number; "envioId"?: number; "agendamentoId"?: number; "chatId"?: number }; "removeMedia"?: boolean; "mediaOrder"?: readonly (string)[] } | FormData };
  "quickAnswers.use": { params: { quickAnswerId: number } };
  "reports.list": {  };
  "reports.contact": { body?: { "startDate"?: string; "endDate"?: string; "contactId"?: number; "format"?: "pdf" | "csv" | "xlsx"; "language"?: "pt" | "en" | "es"; "userId"?: number; "queueId"?: number; "status"?: "" | null | "pending" | "open" | "paused" | "closed"; "withCampaigns"?: boolean } };
  "reports.message": { body?: { "startDate"?: string; "endDate"?: string; "contactId"?: number; "format"?: "pdf" | "csv" | "xlsx"; "language"?: "pt" | "en" | "es" } };
  "reports.queue": { body?: { "startDate"?: string; "endDate"?: string; "contactId"?: number; "format"?: "pdf" | "csv" | "xlsx"; "language"?: "pt" | "en" | "es"; "userId"?: number; "queueId"?: number; "status"?: "" | null | "pending" | "open" | "paused" | "closed"; "withCampaigns"?: boolean } };
  "reports.target": { body?: { "startDate"?: string; "endDate"?: string; "contactId"?: number; "format"?: "pdf" | "csv" | "xlsx"; "language"?: "pt" | "en" | "es"; "userId"?: number; "queueId"?: number; "status"?: "" | null | "pending" | "open" | "paused" | "closed"; "withCampaigns"?: boolean } };
  "reports.ticket": { body?: { "startDate"?: string; "endDate"?: string; "contactId"?: number; "format"?: "pdf" | "csv" | "xlsx"; "language"?: "pt" | "en" | "es"; "userId"?: number; "queueId"?: number; "status"?: "" | null | "pending" | "open" | "paused" | "closed"; "withCampaigns"?: boolean } };
  "reports.user": { body?: { "startDate"?: string; "endDate"?: string; "contactId"?: number; "format"?: "pdf" | "csv" | "xlsx"; "language"?: "pt" | "en" | "es"; "userId"?: number; "queueId"?: number; "status"?: "" | null | "pending" | "open" | "paused" | "closed"; "withCampaigns"?: boolean } };
  "messages.sendToContact": { body?: { "number"?: string; "contactId"?: number; "name"?: string; "whatsappId"?: number; "queueId"?: number; "userId"?: number; "body"?: string; "mediaUrl"?: string | null; "voice"?: boolean; "template"?: unknown } | FormData };
  "settings.list": {  };
  "tags.list": {  };
  "tags.create": { body: { "name": string; "color": string; "contacts"?: readonly (number)[]; "log"?: { "descricao"?: string; "origem"?: string; "ticketId"?: number; "contactId"?: number; "queueId"?: number; "whatsappId"?: number; "messageId"?: number; "tagId"?: number; "quickAnswersId"?: number; "perguntaId"?: number; "settingId"?: number; "envioId"?: number; "agendamentoId"?: number; "chatId"?: number } } };
  "tags.delete": { params: { tagId: number } };
  "tags.get": { params: { tagId: number } };
  "tags.change": { params: { tagId: number }; body?: { "name"?: string; "color"?: string; "contacts"?: readonly (number)[]; "addedContacts"?: readonly (number)[]; "removedContacts"?: readonly (number)[]; "expectedContacts"?: readonly (number)[]; "log"?: { "descricao"?: string; "origem"?: string; "ticketId"?: number; "contactId"?: number; "queueId"?: number; "whatsappId"?: number; "messageId"?: number; "tagId"?: number; "quickAnswersId"?: number; "perguntaId"?: number; "settingId"?: number; "envioId"?: number; "agendamentoId"?: number; "chatId"?: number } } };
  "botTickets.list": {  };
  "botTickets.change": { params: { ticketId: number }; body: { "status": "pending" | "closed"; "ticket"?: unknown; "user"?: unknown } };
  "dashboard.byContact": { query?: { "firstDate"?: string; "lastDate"?: string; "queueId"?: number; "userId"?: number; "limit"?: number } };
  "dashboard.byUser": { query?: { "firstDate"?: string; "lastDate"?: string; "queueId"?: number; "userId"?: number; "limit"?: number } };
  "ratings.list": { query?: { "firstDate"?: string; "lastDate"?: string; "queueId"?: number; "userId"?: number; "whatsappId"?: number; "limit"?: number; "cursor"?: string } };
  "ratings.ofContact": { params: { contactId: number }; query?: { "limit"?: number; "cursor"?: string } };
  "ratings.export": { body?: { "firstDate"?: string; "lastDate"?: string; "queueId"?: number; "userId"?: number; "whatsappId"?: number } };
  "ratings.summary": { query?: { "firstDate"?: string; "lastDate"?: string; "queueId"?: number; "userId"?: number; "whatsappId"?: number } };
  "dashboard.byQueue": { query?: { "firstDate"?: string; "lastDate"?: string; "queueId"?: number; "userId"?: number; "limit"?: number } };
  "tickets.list": { query?: { "searchParam"?: string; "cursor"?: string; "pageNumber"?: number; "status"?: "open" | "group" | "pending" | "closed" | "closedGroup" | "paused" | "bot" | "nps"; "date"?: string; "showAll"?: boolean; "limit"?: number; "queueIds"?: readonly (number)[]; "order"?: "activity" | "wait" | "due"; "withUnreadMessages"?: boolean; "firstDate"?: string; "lastDate"?: string; "isGroup"?: boolean; "view"?: number } };
  "tickets.create": { body: { "contactId": number; "queueId"?: number; "whatsappId"?: number; "userId"?: number; "status"?: "open" } };
  "tickets.delete": { params: { ticketId: number }; body?: { "log"?: { "descricao"?: string; "origem"?: string; "ticketId"?: number; "contactId"?: number; "queueId"?: number; "whatsappId"?: number; "messageId"?: number; "tagId"?: number; "quickAnswersId"?: number; "perguntaId"?: number; "settingId"?: number; "envioId"?: number; "agendamentoId"?: number; "chatId"?: number } } };
  "tickets.get": { params: { ticketId: number } };
  "tickets.change": { params: { ticketId: number }; body?: { "status"?: "pending" | "bot" | "open" | "paused" | "closed" | "group" | "nps"; "userId"?: number | null; "onlyClose"?: boolean; "log"?: { "descricao"?: string; "origem"?: string; "ticketId"?: number; "contactId"?: number; "queueId"?: number; "whatsappId"?: number; "messageId"?: number; "tagId"?: number; "quickAnswersId"?: number; "perguntaId"?: number; "settingId"?: number; "envioId"?: number; "agendamentoId"?: number; "chatId"?: number }; "queueId"?: number | null; "whatsappId"?: number; "transferMessage"?: string | null; "recoverMessages"?: boolean; "comment"?: string; "pauseTag"?: string; "snoozeUntil"?: string; "pauseMessage"?: string; "reasonId"?: number; "closingNote"?: string } };
  "tickets.decisions": { params: { ticketId: number } };
  "tickets.invite": { params: { ticketId: number }; body: { "userId": number; "comment"?: string; "log"?: { "descricao"?: string; "origem"?: string; "ticketId"?: number; "contactId"?: number; "queueId"?: number; "whatsappId"?: number; "messageId"?: number; "tagId"?: number; "quickAnswersId"?: number; "perguntaId"?: number; "settingId"?: number; "envioId"?: number; "agendamentoId"?: number; "chatId"?: number } } };
  "tickets.endInvitation": { params: { ticketId: number; userId: number }; body?: { "log"?: { "descricao"?: string; "origem"?: string; "ticketId"?: number; "contactId"?: number; "queueId"?: number; "whatsappId"?: number; "messageId"?: number; "tagId"?: number; "quickAnswersId"?: number; "perguntaId"?: number; "settingId"?: number; "envioId"?: number; "agendamentoId"?: number; "chatId"?: number } } };
  "tickets.markUnread": { params: { ticketId: number } };
  "tickets.summarize": { params: { ticketId: number }; body?: { "comment"?: boolean; "language"?: "pt" | "en" | "es"; "stream"?: boolean } };
  "tickets.byContact": { params: { contactId: number }; query?: { "whatsappId"?: number } };
  "tickets.search": { query?: { "searchParam"?: string; "searchContact"?: string; "searchQueue"?: string; "searchWhatsapp"?: string; "searchUser"?: readonly (number)[]; "searchTag"?: readonly (number)[]; "searchReason"?: string; "searchFromAd"?: boolean; "searchAd"?: string; "status"?: "open" | "group" | "pending" | "closed" | "closedGroup" | "paused" | "bot" | "nps"; "showAll"?: boolean; "queueIds"?: readonly (number)[] } };
  "tickets.ofContact": { params: { contactId: number }; query?: { "before"?: number } };
  "tickets.ids": { query: { "status": "open" | "group" | "pending" | "closed" | "closedGroup" | "paused" | "bot" | "nps"; "showAll"?: boolean; "queueIds"?: readonly (number)[]; "view"?: number } };
  "tickets.invited": {  };
  "tickets.changeMany": { body: { "ticketIds": readonly (number)[]; "status"?: "pending" | "bot" | "open" | "paused" | "closed" | "group" | "nps"; "userId"?: number | null; "onlyClose"?: boolean; "log"?: { "descricao"?: string; "origem"?: string; "ticketId"?: number; "contactId"?: number; "queueId"?: number; "whatsappId"?: number; "messageId"?: number; "tagId"?: number; "quickAnswersId"?: number; "perguntaId"?: number; "settingId"?: number; "envioId"?: number; "agendamentoId"?: number; "chatId"?: number }; "queueId"?: number | null; "whatsappId"?: number; "transferMessage"?: string | null; "recoverMessages"?: boolean; "comment"?: string; "pauseTag"?: string; "snoozeUntil"?: string; "pauseMessage"?: string; "reasonId"?: number; "closingNote"?: string; "addedTagIds"?: readonly (number)[]; "read"?: boolean } };
  "tickets.next": { query?: { "showAll"?: boolean; "queueIds"?: readonly (number)[] } };
  "users.list": { query?: { "searchParam"?: string; "pageNumber"?: number; "all"?: boolean } };
  "users.get": { params: { userId: number } };
  "users.ownedTickets": { params: { userId: number } };
  "users.changeShares": { params: { userId: number }; body?: { "takesShares"?: boolean; "openLimit"?: number | null; "addedQueueIds"?: readonly (number)[]; "removedQueueIds"?: readonly (number)[] } };
  "users.transfer": { params: { userId: number }; body: { "substituteId": number; "queueId": number } };
  "connections.list": {  };
  "connections.get": { params: { whatsappId: number } };
  "connections.listGaps": { params: { whatsappId: number } };
  "connections.listParked": { params: { whatsappId: number } };
  "connections.listCloud": {  };
}

const PLACES = {
  "schedules.list": ["GET", "/agendamento"],
  "schedules.create": ["POST", "/agendamento"],
  "schedules.delete": ["DELETE", "/agendamento/:scheduleId"],
  "schedules.get": ["GET", "/agendamento/:scheduleId"],
  "schedules.change": ["PUT", "/agendamento/:scheduleId"],
  "schedules.pause": ["POST", "/agendamento/:scheduleId/pause"],
  "schedules.resume": ["POST", "/agendamento/:scheduleId/resume"],
  "schedules.logs": ["GET", "/agendamento/logs/:scheduleId"],
  "schedules.ofTicket": ["GET", "/agendamento/ticket/:ticketId"],
  "audit.list": ["GET", "/audit"],
  "audit.actions": ["GET", "/audit/actions"],
  "chats.list": ["GET", "/chats"],
  "chats.create": ["POST", "/chats"],
  "chats.get": ["GET", "/chats/:chatId"],
  "chats.change": ["PUT", "/chats/:chatId"],
  "chats.send": ["POST", "/chats/messages/:chatId"],
  "chats.edit": ["PUT", "/chats/messages/:chatId"],
  "chats.delete": ["DELETE", "/chats/messages/:messageId"],
  "chats.messages": ["POST", "/chats/messages/get"],
  "chats.readers": ["GET", "/chats/messages/info/:messageId"],
  "chats.read": ["POST", "/chats/messages/read/:messageId"],
  "chats.search": ["GET", "/chats/search/:chatId"],
  "contacts.findOrCreate": ["POST", "/contact"],
  "contacts.group": ["GET", "/contact/group/:contactId"],
  "contacts.list": ["GET", "/contacts"],
  "contacts.create": ["POST", "/contacts"],
  "contacts.delete": ["DELETE", "/contacts/:contactId"],
  "contacts.get": ["GET", "/contacts/:contactId"],
  "contacts.change": ["PUT", "/contacts/:contactId"],
  "contacts.previewMerge": ["GET", "/contacts/:contactId/merge/:otherId"],
  "contacts.merge": ["POST", "/contacts/:contactId/merge/:otherId"],
  "contacts.merges": ["GET", "/contacts/:contactId/merges"],
  "contacts.undoMerge": ["POST", "/contacts/:contactId/merges/:mergeId/undo"],
  "contacts.optIn": ["DELETE", "/contacts/:contactId/optOut"],
  "contacts.optOut": ["POST", "/contacts/:contactId/optOut"],
  "contacts.separate": ["POST", "/contacts/:contactId/separate/:otherId"],
  "contacts.clear": ["POST", "/contacts/clear"],
  "contacts.importDelegations": ["POST", "/contacts/delegation"],
  "contacts.duplicates": ["GET", "/contacts/duplicates"],
  "contacts.export": ["POST", "/contacts/export"],
  "contacts.exportDelegations": ["POST", "/contacts/export/delegation"],
  "contacts.import": ["POST", "/contacts/import"],
  "contacts.deleteMany": ["POST", "/contacts/many/delete"],
  "contacts.changeMany": ["POST", "/contacts/many/tags"],
  "dashboard.counters": ["GET", "/dashboard/counters"],
  "dashboard.now": ["GET", "/dashboard/now"],
  "dashboard.nowTickets": ["GET", "/dashboard/now/tickets"],
  "dashboard.rating": ["GET", "/dashboard/rating"],
  "dashboard.byReason": ["GET", "/dashboard/reasons"],
  "dashboard.recountDays": ["GET", "/dashboard/recount"],
  "dashboard.stats": ["GET", "/dashboard/stats"],
  "dashboard.targets": ["GET", "/dashboard/targets"],
  "dashboard.tickets": ["GET", "/dashboard/tickets"],
  "dashboard.users": ["GET", "/dashboard/users"],
  "dashboard.userTickets": ["GET", "/dashboard/users/:userId"],
  "massSends.list": ["GET", "/envioMassa"],
  "massSends.create": ["POST", "/envioMassa"],
  "massSends.get": ["GET", "/envioMassa/:massSendId"],
  "massSends.change": ["PUT", "/envioMassa/:massSendId"],
  "massSends.cancel": ["POST", "/envioMassa/:massSendId/cancel"],
  "massSends.export": ["POST", "/envioMassa/:massSendId/export"],
  "massSends.pause": ["POST", "/envioMassa/:massSendId/pause"],
  "massSends.proof": ["GET", "/envioMassa/:massSendId/proof"],
  "massSends.recipients": ["GET", "/envioMassa/:massSendId/recipients"],
  "massSends.resume": ["POST", "/envioMassa/:massSendId/resume"],
  "massSends.count": ["POST", "/envioMassa/count"],
  "massSends.lift": ["POST", "/envioMassa/stops/:whatsappId/lift"],
  "massSends.test": ["POST", "/envioMassa/test"],
  "health.details": ["GET", "/health/details"],
  "hooks.list": ["GET", "/hooks"],
  "hooks.create": ["POST", "/hooks"],
  "hooks.delete": ["DELETE", "/hooks/:hookId"],
  "notices.people": ["GET", "/mentions/:ticketId"],
  "messages.delete": ["DELETE", "/messages/:messageId"],
  "messages.list": ["GET", "/messages/:ticketId"],
  "messages.send": ["POST", "/messages/:ticketId"],
  "messages.change": ["PUT", "/messages/:ticketId"],
  "messages.forward": ["POST", "/messages/forward/:messageId"],
  "messages.gallery": ["GET", "/messages/gallery/:ticketId"],
  "messages.info": ["GET", "/messages/info/:messageId"],
  "messages.listForIos": ["GET", "/messages/ios/:ticketId"],
  "messages.fetchMedia": ["POST", "/messages/media/:messageId"],
  "messages.react": ["POST", "/messages/reaction/:messageId"],
  "messages.search": ["GET", "/messages/search/:ticketId"],
  "messages.transcribe": ["POST", "/messages/transcribe/:messageId"],
  "messages.settle": ["POST", "/messages/unconfirmed/:messageId"],
  "messages.sendCard": ["POST", "/messages/vcard/:ticketId"],
  "templates.delete": ["DELETE", "/meta/template/:whatsappId/:name"],
  "templates.send": ["POST", "/meta/templates"],
  "templates.listForTicket": ["GET", "/meta/templates/:ticketId"],
  "templates.create": ["POST", "/meta/templates/create/:whatsappId"],
  "templates.upload": ["POST", "/meta/templates/files"],
  "templates.listForConnection": ["GET", "/meta/templates/wpp/:whatsappId"],
  "questions.list": ["GET", "/pergunta"],
  "questions.create": ["POST", "/pergunta"],
  "questions.delete": ["DELETE", "/pergunta/:questionId"],
  "questions.get": ["GET", "/pergunta/:questionId"],
  "questions.change": ["PUT", "/pergunta/:questionId"],
  "protocols.list": ["GET", "/protocolos"],
  "protocols.create": ["POST", "/protocolos"],
  "protocols.get": ["GET", "/protocolos/:protocolId"],
  "protocols.change": ["PUT", "/protocolos/:protocolId"],
  "protocols.ofContact": ["GET", "/protocolos/contact/:contactId"],
  "protocols.ofTicket": ["GET", "/protocolos/ticket/:ticketId"],
  "queues.list": ["GET", "/queue"],
  "queues.create": ["POST", "/queue"],
  "queues.delete": ["DELETE", "/queue/:queueId"],
  "queues.get": ["GET", "/queue/:queueId"],
  "queues.change": ["PUT", "/queue/:queueId"],
  "queues.use": ["GET", "/queue/:queueId/use"],
  "quickAnswers.list": ["GET", "/quickAnswers"],
  "quickAnswers.create": ["POST", "/quickAnswers"],
  "quickAnswers.delete": ["DELETE", "/quickAnswers/:quickAnswerId"],
  "quickAnswers.get": ["GET", "/quickAnswers/:quickAnswerId"],
  "quickAnswers.change": ["PUT", "/quickAnswers/:quickAnswerId"],
  "quickAnswers.use": ["POST", "/quickAnswers/:quickAnswerId/use"],
  "reports.list": ["GET", "/report"],
  "reports.contact": ["POST", "/report/contact"],
  "reports.message": ["POST", "/report/message"],
  "reports.queue": ["POST", "/report/queue"],
  "reports.target": ["POST", "/report/target"],
  "reports.ticket": ["POST", "/report/ticket"],
  "reports.user": ["POST", "/report/user"],
  "messages.sendToContact": ["POST", "/send"],
  "settings.list": ["GET", "/settings"],
  "tags.list": ["GET", "/tag"],
  "tags.create": ["POST", "/tag"],
  "tags.delete": ["DELETE", "/tag/:tagId"],
  "tags.get": ["GET", "/tag/:tagId"],
  "tags.change": ["PUT", "/tag/:tagId"],
  "botTickets.list": ["GET", "/ticket2"],
  "botTickets.change": ["PUT", "/ticket2/:ticketId"],
  "dashboard.byContact": ["GET", "/ticketCliente"],
  "dashboard.byUser": ["GET", "/ticketColaborador"],
  "ratings.list": ["GET", "/ticketNPS"],
  "ratings.ofContact": ["GET", "/ticketNPS/contact/:contactId"],
  "ratings.export": ["POST", "/ticketNPS/export"],
  "ratings.summary": ["GET", "/ticketNPS/summary"],
  "dashboard.byQueue": ["GET", "/ticketQueue"],
  "tickets.list": ["GET", "/tickets"],
  "tickets.create": ["POST", "/tickets"],
  "tickets.delete": ["DELETE", "/tickets/:ticketId"],
  "tickets.get": ["GET", "/tickets/:ticketId"],
  "tickets.change": ["PUT", "/tickets/:ticketId"],
  "tickets.decisions": ["GET", "/tickets/:ticketId/decisions"],
  "tickets.invite": ["POST", "/tickets/:ticketId/guests"],
  "tickets.endInvitation": ["DELETE", "/tickets/:ticketId/guests/:userId"],
  "tickets.markUnread": ["POST", "/tickets/:ticketId/unread"],
  "tickets.summarize": ["POST", "/tickets/ai/resume/:ticketId"],
  "tickets.byContact": ["GET", "/tickets/contact/:contactId"],
  "tickets.search": ["GET", "/tickets/filter"],
  "tickets.ofContact": ["GET", "/tickets/history/:contactId"],
  "tickets.ids": ["GET", "/tickets/ids"],
  "tickets.invited": ["GET", "/tickets/invited"],
  "tickets.changeMany": ["POST", "/tickets/many"],
  "tickets.next": ["GET", "/tickets/next"],
  "users.list": ["GET", "/users"],
  "users.get": ["GET", "/users/:userId"],
  "users.ownedTickets": ["GET", "/users/:userId/ownedTickets"],
  "users.changeShares": ["PUT", "/users/:userId/shares"],
  "users.transfer": ["POST", "/users/transfer/:userId"],
  "connections.list": ["GET", "/whatsapp"],
  "connections.get": ["GET", "/whatsapp/:whatsappId"],
  "connections.listGaps": ["GET", "/whatsapp/:whatsappId/gaps"],
  "connections.listParked": ["GET", "/whatsapp/:whatsappId/parked"],
  "connections.listCloud": ["GET", "/whatsapp/api/cloud_api"],
} as const;

/** A refusal: `code` names it, `details` the fields. */
export class BalcaoError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly details: readonly { readonly field: string; readonly rule: string }[],
    message: string,
  ) {
    super(message);
  }
}

export type Call = <Name extends keyof Calls, Answer = unknown>(name: Name, input: Calls[Name], key?: string) => Promise<Answer>;

/**
 * Makes the function that calls an installation at `address` with a token. `key` is the Idempotency-Key: give the same one when a call is
 * repeated, so that it happens once; a call without one gets a new one.
 */
export function createClient(address: string, token: string): Call {
  return async <Name extends keyof Calls, Answer>(name: Name, input: Calls[Name], key: string = crypto.randomUUID()): Promise<Answer> => {
    const { params = {}, query = {}, body } = input as Readonly<Record<"params" | "query", Record<string, unknown>>> & { body?: unknown };
    const [method, path] = PLACES[name];
    const at = path.replace(/:(\w+)/g, (_all, param: string) => encodeURIComponent(String(params[param])));
    const asked = new URLSearchParams();
    for (const [field, value] of Object.entries(query)) if (value !== undefined && value !== null) asked.set(field, String(value));
    const isForm = body instanceof FormData;
    const answer = await fetch(`${address.replace(/\/+$/, "")}/api${at}?${asked.toString()}`, {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        ...(method !== "GET" && { "Idempotency-Key": key }),
        ...(body !== undefined && !isForm && { "Content-Type": "application/json" }),
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    });
    const isJson = (answer.headers.get("Content-Type") ?? "").includes("json");
    const read: unknown = isJson ? await answer.json() : await answer.blob();
    if (answer.ok) return read as Answer;
    const { code = "", message = answer.statusText, details = [] } = (isJson ? read : {}) as Partial<BalcaoError>;
    throw new BalcaoError(answer.status, code, details, message);
  };
}
