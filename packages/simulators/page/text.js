const time = new Intl.DateTimeFormat("pt-BR", { hour: "2-digit", minute: "2-digit" });
const seconds = new Intl.DateTimeFormat("pt-BR", { hour: "2-digit", minute: "2-digit", second: "2-digit" });
const day = new Intl.DateTimeFormat("pt-BR", { weekday: "long", day: "2-digit", month: "2-digit" });
const shortDay = new Intl.DateTimeFormat("pt-BR", { day: "2-digit", month: "2-digit" });

/** 14:05. */
export const clock = (at) => time.format(at);

/** 14:05:09. */
export const exactClock = (at) => seconds.format(at);

/** Hoje, Ontem or the weekday and date. */
export function dayName(at) {
  if (sameDay(at, Date.now())) return "Hoje";
  if (sameDay(at, Date.now() - 86_400_000)) return "Ontem";
  const name = day.format(at);
  return name[0].toUpperCase() + name.slice(1);
}

/** The hour today, ontem, or the date. */
export function listTime(at) {
  if (sameDay(at, Date.now())) return clock(at);
  return sameDay(at, Date.now() - 86_400_000) ? "ontem" : shortDay.format(at);
}

/** Whether two instants fall on the same local day. */
export function sameDay(a, b) {
  return new Date(a).toDateString() === new Date(b).toDateString();
}

/** +55 11 90000-0001. */
export function prettyNumber(digits) {
  const found = /^55(\d{2})(\d{4,5})(\d{4})$/.exec(digits);
  return found === null ? `+${digits}` : `+55 ${found[1]} ${found[2]}-${found[3]}`;
}

/** One or two characters for an avatar: the number of "Cliente 2", or initials. */
export function initials(name) {
  const words = name.trim().split(/\s+/);
  const last = words.at(-1) ?? "";
  if (/^\d+$/.test(last)) return last.slice(-2);
  if (/^[+\d]/.test(last)) return last.replace(/\D/g, "").slice(-2);
  return (words[0]?.[0] ?? "?").toUpperCase() + (words.length > 1 ? last[0].toUpperCase() : "");
}

/** One of five tints, always the same for the same text. */
export function tint(text) {
  return [...text].reduce((sum, sign) => (sum * 31 + sign.codePointAt(0)) % 997, 7) % 5;
}

/** The text for a message without a text of its own, in lists. */
export function kindName(kind, length = 0) {
  const names = {
    image: "Foto",
    video: "Vídeo",
    document: "Documento",
    sticker: "Figurinha",
    location: "Localização",
    contact: "Contato",
    poll: "Enquete",
    list: "Lista",
    buttons: "Botões",
  };
  if (kind === "audio") return length > 0 ? `Áudio, ${Math.floor(length / 60)}:${String(length % 60).padStart(2, "0")}` : "Áudio";
  return names[kind] ?? "";
}

/** 12 KB, 1,4 MB. */
export function fileSize(bytes) {
  const amount =
    bytes < 1_000_000 ? [Math.max(1, Math.round(bytes / 1000)), "KB"] : [(bytes / 1_000_000).toFixed(1).replace(".", ","), "MB"];
  return amount.join(" ");
}

/** The text of one activity. */
export function activityText(entry, nameOf) {
  const who = /^\d+$/.test(entry.detail) ? nameOf(entry.detail) : "grupo";
  const lines = {
    linked: `${entry.name} ligada ao ${prettyNumber(entry.detail)}`,
    loggedOut: `${entry.name} desligada do celular`,
    connected: `${entry.name} conectada`,
    sent: `${entry.name} escreveu para ${who}`,
    received: `${who} escreveu para ${entry.name}`,
    delivered: `Entregue a ${who}`,
    read: `${who} leu`,
    callRejected: `${entry.name} recusou a chamada`,
    webhookFailed: `Aviso perdido: ${entry.detail}`,
  };
  return lines[entry.kind] ?? entry.kind;
}
