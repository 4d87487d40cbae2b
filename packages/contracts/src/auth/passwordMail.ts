import type { AlertLanguage } from "../health/index.js";

interface PasswordMailFacts {
  readonly name: string;
  readonly address: string;
  readonly hours: number;
}

/** Subject and text of the mail with a link for a new password, as the person asked for it or as an administrator sends it (D-580). */
export function passwordMail(
  language: AlertLanguage,
  kind: "asked" | "sent",
  { name, address, hours }: PasswordMailFacts,
): { readonly subject: string; readonly text: string } {
  const [subject, ...lines] = MAILS[language][kind](hours);
  return { subject, text: [GREETINGS[language](name), lines[0], address, ...lines.slice(1)].join("\n\n") };
}

type Lines = readonly [subject: string, before: string, ...after: string[]];

const GREETINGS: Readonly<Record<AlertLanguage, (name: string) => string>> = {
  pt: (name) => `Olá, ${name}!`,
  en: (name) => `Hello ${name},`,
  es: (name) => `Hola, ${name}:`,
};

const MAILS: Readonly<Record<AlertLanguage, Readonly<Record<"asked" | "sent", (hours: number) => Lines>>>> = {
  pt: {
    asked: (hours) => [
      "Balcão: nova senha",
      "Alguém pediu uma nova senha para a sua conta. Para escolhê-la, abra este endereço:",
      `Ele vale uma vez, por ${hours} h. Se não foi você, ignore esta mensagem: a sua senha continua a mesma.`,
    ],
    sent: (hours) => [
      "Balcão: escolha a sua senha",
      "Um administrador criou ou renovou o seu acesso. Para escolher a sua senha, abra este endereço:",
      `Ele vale uma vez, por ${hours} h.`,
    ],
  },
  en: {
    asked: (hours) => [
      "Balcão: new password",
      "Someone asked for a new password for your account. To choose one, open this address:",
      `It works once, for ${hours} h. If it wasn't you, ignore this message: your password stays the same.`,
    ],
    sent: (hours) => [
      "Balcão: choose your password",
      "An administrator has created or renewed your access. To choose your password, open this address:",
      `It works once, for ${hours} h.`,
    ],
  },
  es: {
    asked: (hours) => [
      "Balcão: nueva contraseña",
      "Alguien pidió una nueva contraseña para su cuenta. Para elegirla, abra esta dirección:",
      `Vale una vez, durante ${hours} h. Si no fue usted, ignore este mensaje: su contraseña sigue igual.`,
    ],
    sent: (hours) => [
      "Balcão: elija su contraseña",
      "Un administrador creó o renovó su acceso. Para elegir su contraseña, abra esta dirección:",
      `Vale una vez, durante ${hours} h.`,
    ],
  },
};
