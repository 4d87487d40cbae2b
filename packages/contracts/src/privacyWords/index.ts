import type { ReportLanguage } from "../reports/kinds.js";

/** The words of a person's page and of a certificate in one language. */
export interface PrivacyWords {
  /** BCP 47. */
  readonly tag: string;
  readonly person: {
    readonly title: string;
    readonly issued: (at: string, company: string) => string;
    readonly fields: Readonly<Record<"name" | "number" | "email" | "origin" | "created" | "addresses" | "tags" | "optOut", string>>;
    readonly extras: string;
    readonly ratings: string;
    readonly protocols: string;
    readonly sends: string;
    readonly conversations: string;
    readonly conversation: (id: number) => string;
    readonly group: string;
    readonly company: string;
    readonly deleted: string;
    readonly before: string;
    readonly heard: string;
    readonly missing: string;
    readonly leftOut: (count: number) => string;
    readonly none: string;
  };
  readonly certificate: {
    readonly title: string;
    readonly text: (at: string, by: string, contact: number) => string;
    readonly deleted: string;
    readonly counts: Readonly<Record<CertificateCount, string>>;
    readonly remains: string;
    readonly noBackup: string;
    readonly backup: (at: string) => string;
    readonly backupUntil: (at: string) => string;
    readonly backupOpen: string;
    readonly reports: (at: string) => string;
    readonly keys: (count: number) => string;
    readonly audit: string;
    readonly others: string;
    readonly restore: string;
    readonly digest: string;
  };
}

export type CertificateCount =
  "tickets" | "messages" | "groupMessages" | "files" | "events" | "auditTexts" | "ratings" | "recipients" | "schedules" | "protocols";

const PT: PrivacyWords = {
  tag: "pt-BR",
  person: {
    title: "Dados pessoais",
    issued: (at, company) => `Emitido em ${at}${company === "" ? "" : ` por ${company}`}`,
    fields: {
      name: "Nome",
      number: "Número",
      email: "E-mail",
      origin: "Origem do cadastro",
      created: "Cadastro criado em",
      addresses: "Endereços nas redes",
      tags: "Etiquetas",
      optOut: "Não recebe divulgação desde",
    },
    extras: "Informações adicionais",
    ratings: "Avaliações",
    protocols: "Protocolos",
    sends: "Envios em massa e agendamentos",
    conversations: "Conversas",
    conversation: (id) => `Conversa ${id}`,
    group: "em grupo",
    company: "empresa",
    deleted: "apagada",
    before: "antes da edição",
    heard: "transcrição",
    missing: "arquivo não disponível",
    leftOut: (count) => `${count} arquivo(s) não couberam neste arquivo e podem ser pedidos à empresa.`,
    none: "nenhum",
  },
  certificate: {
    title: "Certificado de eliminação de dados pessoais",
    text: (at, by, contact) => `Em ${at}, ${by} eliminou os dados do contato nº ${contact}. Este certificado não diz de quem eram.`,
    deleted: "O que foi eliminado",
    counts: {
      tickets: "conversas",
      messages: "mensagens das conversas",
      groupMessages: "mensagens em grupos",
      files: "arquivos",
      events: "eventos recebidos (diário)",
      auditTexts: "textos da auditoria (quem fez o quê, e quando, permanece)",
      ratings: "avaliações (a nota permanece, sem a pessoa)",
      recipients: "comprovações de envio (permanecem sem a pessoa)",
      schedules: "agendamentos de que saiu",
      protocols: "protocolos",
    },
    remains: "O que ainda pode conter os dados",
    noBackup: "Não havia backup.",
    backup: (at) => `Backups feitos até ${at} ainda contêm os dados.`,
    backupUntil: (at) => `O comando de backup os apaga até ${at}, se continuar a rodar.`,
    backupOpen: "Nenhum comando os apaga: apague-os à mão. O mesmo vale para um arquivo de WAL, se houver.",
    reports: (at) => `Relatórios já emitidos são apagados até ${at}.`,
    keys: (count) => `${count} chave(s) seladas da sessão do telefone citam o endereço; somem com a conexão.`,
    audit: "Quem atendeu, e quando, permanece na auditoria, sem texto.",
    others: "O que outras pessoas escreveram sobre ela nas conversas delas, e o que está no telefone e na rede, não é alcançado.",
    restore:
      "Ao restaurar um backup anterior nesta instalação, o comando elimina esta pessoa de novo pela lista de eliminações (sem nomes). Sem essa lista, elimine-a de novo pelo número do contato.",
    digest: "Resumo das entradas da auditoria (SHA-256)",
  },
};

const EN: PrivacyWords = {
  tag: "en-GB",
  person: {
    title: "Personal data",
    issued: (at, company) => `Issued on ${at}${company === "" ? "" : ` by ${company}`}`,
    fields: {
      name: "Name",
      number: "Number",
      email: "E-mail",
      origin: "Origin of the record",
      created: "Record created on",
      addresses: "Network addresses",
      tags: "Tags",
      optOut: "Opted out of mass sends since",
    },
    extras: "Extra information",
    ratings: "Ratings",
    protocols: "Protocols",
    sends: "Mass sends and schedules",
    conversations: "Conversations",
    conversation: (id) => `Conversation ${id}`,
    group: "in a group",
    company: "company",
    deleted: "deleted",
    before: "before the edit",
    heard: "transcription",
    missing: "file not available",
    leftOut: (count) => `${count} file(s) did not fit into this archive; you can ask the company for them.`,
    none: "none",
  },
  certificate: {
    title: "Certificate of personal data erasure",
    text: (at, by, contact) =>
      `On ${at}, ${by} erased the data of contact no. ${contact}. This certificate does not say whose data it was.`,
    deleted: "What was erased",
    counts: {
      tickets: "conversations",
      messages: "messages in the conversations",
      groupMessages: "messages in groups",
      files: "files",
      events: "received events (journal)",
      auditTexts: "texts in the audit (who did what, and when, stays)",
      ratings: "ratings (the score stays, without the person)",
      recipients: "proofs of sends (these stay, without the person)",
      schedules: "schedules that no longer name the person",
      protocols: "protocols",
    },
    remains: "What may still hold the data",
    noBackup: "There was no backup.",
    backup: (at) => `Backups made up to ${at} still hold the data.`,
    backupUntil: (at) => `The backup command deletes them by ${at}, if it keeps running.`,
    backupOpen: "No command deletes them: delete them yourself. The same applies to a WAL archive, if there is one.",
    reports: (at) => `Existing reports are deleted by ${at}.`,
    keys: (count) => `${count} sealed key(s) of the phone session contain the address; they are deleted with the connection.`,
    audit: "Who served this person, and when, stays in the audit, without any text.",
    others:
      "What other people wrote about this person in their own conversations, and what is on the phone and in the network, is not covered.",
    restore:
      "If an earlier backup is restored, the command erases this person again by the list of erasures (which names nobody). Without that list, erase them again by the number of the contact.",
    digest: "Digest of the audit entries (SHA-256)",
  },
};

const ES: PrivacyWords = {
  tag: "es",
  person: {
    title: "Datos personales",
    issued: (at, company) => `Emitido el ${at}${company === "" ? "" : ` por ${company}`}`,
    fields: {
      name: "Nombre",
      number: "Número",
      email: "Correo electrónico",
      origin: "Origen del registro",
      created: "Registro creado el",
      addresses: "Direcciones en las redes",
      tags: "Etiquetas",
      optOut: "No recibe difusión desde",
    },
    extras: "Información adicional",
    ratings: "Valoraciones",
    protocols: "Protocolos",
    sends: "Envíos masivos y programados",
    conversations: "Conversaciones",
    conversation: (id) => `Conversación ${id}`,
    group: "en un grupo",
    company: "empresa",
    deleted: "eliminado",
    before: "antes de la edición",
    heard: "transcripción",
    missing: "archivo no disponible",
    leftOut: (count) => `${count} archivo(s) no cupieron en este archivo y se pueden pedir a la empresa.`,
    none: "ninguno",
  },
  certificate: {
    title: "Certificado de eliminación de datos personales",
    text: (at, by, contact) => `El ${at}, ${by} eliminó los datos del contacto n.º ${contact}. Este certificado no dice de quién eran.`,
    deleted: "Qué se eliminó",
    counts: {
      tickets: "conversaciones",
      messages: "mensajes de las conversaciones",
      groupMessages: "mensajes en grupos",
      files: "archivos",
      events: "eventos recibidos (diario)",
      auditTexts: "textos de la auditoría (quién hizo qué, y cuándo, permanece)",
      ratings: "valoraciones (la nota permanece, sin la persona)",
      recipients: "comprobantes de envío (permanecen sin la persona)",
      schedules: "programaciones de las que salió",
      protocols: "protocolos",
    },
    remains: "Qué puede contener aún los datos",
    noBackup: "No había copia de seguridad.",
    backup: (at) => `Las copias hechas hasta el ${at} aún contienen los datos.`,
    backupUntil: (at) => `El comando de copias las elimina hasta el ${at}, si sigue ejecutándose.`,
    backupOpen: "Ningún comando las elimina: elimínelas a mano. Lo mismo vale para un archivo de WAL, si lo hay.",
    reports: (at) => `Los informes ya emitidos se eliminan hasta el ${at}.`,
    keys: (count) => `${count} clave(s) selladas de la sesión del teléfono nombran la dirección; desaparecen con la conexión.`,
    audit: "Quién atendió, y cuándo, permanece en la auditoría, sin texto.",
    others: "Lo que otras personas escribieron sobre ella en sus conversaciones, y lo que está en el teléfono y en la red, no se alcanza.",
    restore:
      "Al restaurar una copia anterior, el comando elimina de nuevo a esta persona por la lista de eliminaciones (sin nombres). Sin esa lista, elimínela de nuevo por el número del contacto.",
    digest: "Resumen de las entradas de la auditoría (SHA-256)",
  },
};

export const PRIVACY_WORDS: Readonly<Record<ReportLanguage, PrivacyWords>> = { pt: PT, en: EN, es: ES };
