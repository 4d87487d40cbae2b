import type { ProblemKind } from "@balcao/domain/health";

/** The problem in a few words; {{name}} is its connection, {{value}} how many or how long. */
type Titles = Readonly<Record<ProblemKind, string>>;

const pt: Titles = {
  noWorker: "Nenhum worker está em execução",
  noApi: "Nenhum servidor (api) está em execução",
  diskLow: "O disco está quase cheio",
  lanesLate: "Conversas esperam há {{value}} para serem aplicadas",
  databaseFull: "{{value}} conexões com o banco de dados em uso",
  openTransaction: "Uma transação está aberta há {{value}}",
  partitionsLate: "As partes de tabelas grandes estão atrasadas",
  filesAway: "Não é possível abrir nem guardar arquivos",
  replicaUnreachable: "A réplica de leitura está inacessível",
  replicaBehind: "A réplica de leitura está atrasada",
  replicaForeign: "DATABASE_REPLICA_URL não indica uma réplica deste banco",
  redisDown: "O Redis está inacessível",
  redisEvicts: "O Redis apaga chaves quando está cheio",
  backupOld: "O último backup tem {{value}} horas",
  backupNever: "Nenhum backup desde a instalação, há {{value}} dias",
  loggedOut: "{{name}} foi desconectado do WhatsApp",
  down: "{{name}} não está conectado",
  webhookDead: "{{name}}: o gateway não informa nada sobre o que foi enviado",
  silent: "{{name}} está há horas sem eventos, e outros números não",
  outboxLate: "{{name}}: uma mensagem espera há {{value}}",
  sendsRefused: "{{name}}: {{value}} envios foram recusados nos últimos 15 minutos",
  accountNotice: "{{name}}: avisos da Meta sobre a conta ({{value}})",
  parked: "{{name}}: eventos não aplicados ({{value}})",
  unknown: "{{name}}: mensagens com resultado desconhecido ({{value}})",
  processLost: "Processos que terminaram sem avisar: {{value}}",
};

const en: Titles = {
  noWorker: "No worker is running",
  noApi: "No API server is running",
  diskLow: "The disk is nearly full",
  lanesLate: "Conversations have been waiting for {{value}} to be applied",
  databaseFull: "{{value}} database connections are in use",
  openTransaction: "A transaction has been open for {{value}}",
  partitionsLate: "Parts of large tables are being created late",
  filesAway: "Files can't be opened or saved",
  replicaUnreachable: "The read replica can't be reached",
  replicaBehind: "The read replica is behind",
  replicaForeign: "DATABASE_REPLICA_URL doesn't point to a replica of this database",
  redisDown: "Redis can't be reached",
  redisEvicts: "Redis deletes keys when it is full",
  backupOld: "The last backup is {{value}} hours old",
  backupNever: "No backup since the installation {{value}} days ago",
  loggedOut: "{{name}} was logged out of WhatsApp",
  down: "{{name}} isn't connected",
  webhookDead: "{{name}}: its gateway reports nothing about what was sent",
  silent: "{{name}} has had no events for hours, but other numbers have",
  outboxLate: "{{name}}: a message has been waiting for {{value}}",
  sendsRefused: "{{name}}: {{value}} sends were refused in the last 15 minutes",
  accountNotice: "{{name}}: notices from Meta about the account ({{value}})",
  parked: "{{name}}: events that couldn't be applied ({{value}})",
  unknown: "{{name}}: messages with an unknown outcome ({{value}})",
  processLost: "Processes that ended unexpectedly: {{value}}",
};

const es: Titles = {
  noWorker: "No hay ningún worker en ejecución",
  noApi: "No hay ningún servidor (api) en ejecución",
  diskLow: "El disco está casi lleno",
  lanesLate: "Hay conversaciones que esperan desde hace {{value}}",
  databaseFull: "{{value}} conexiones a la base de datos en uso",
  openTransaction: "Una transacción está abierta desde hace {{value}}",
  partitionsLate: "Las partes de tablas grandes se crean tarde",
  filesAway: "No se pueden abrir ni guardar archivos",
  replicaUnreachable: "No se puede acceder a la réplica de lectura",
  replicaBehind: "La réplica de lectura está atrasada",
  replicaForeign: "DATABASE_REPLICA_URL no indica una réplica de esta base",
  redisDown: "No se puede acceder a Redis",
  redisEvicts: "Redis borra claves cuando está lleno",
  backupOld: "La última copia de seguridad tiene {{value}} horas",
  backupNever: "Ninguna copia de seguridad desde la instalación, hace {{value}} días",
  loggedOut: "Se cerró la sesión de {{name}}",
  down: "{{name}} no está conectado",
  webhookDead: "{{name}}: el gateway no informa nada sobre lo enviado",
  silent: "{{name}} lleva horas sin eventos y otros números no",
  outboxLate: "{{name}}: un mensaje espera desde hace {{value}}",
  sendsRefused: "{{name}}: {{value}} envíos fueron rechazados en los últimos 15 minutos",
  accountNotice: "{{name}}: avisos de Meta sobre la cuenta ({{value}})",
  parked: "{{name}}: eventos no aplicados ({{value}})",
  unknown: "{{name}}: mensajes con resultado desconocido ({{value}})",
  processLost: "Procesos que terminaron sin avisar: {{value}}",
};

const TITLES = { pt, en, es } as const;

export type AlertLanguage = keyof typeof TITLES;
export const ALERT_LANGUAGES = ["pt", "en", "es"] as const satisfies readonly AlertLanguage[];

/** The language of a tag or setting, if it is one of ours. */
export function toAlertLanguage(tag: string, fallback: AlertLanguage): AlertLanguage {
  const short = tag.slice(0, 2).toLowerCase();
  return ALERT_LANGUAGES.find((each) => each === short) ?? fallback;
}

/** The value of these problems is a time in seconds; that of the others is a number of things. */
const TIMED: ReadonlySet<ProblemKind> = new Set(["lanesLate", "openTransaction", "outboxLate"]);
export const isTimed = (kind: ProblemKind): boolean => TIMED.has(kind);

/** A problem in a few words, for the health page and for alerts; `shown` is its value as people read it. */
export const problemTitle = (language: AlertLanguage, { kind, name, shown }: { kind: ProblemKind; name: string; shown: string }): string =>
  TITLES[language][kind].replace("{{name}}", () => name).replace("{{value}}", () => shown);
