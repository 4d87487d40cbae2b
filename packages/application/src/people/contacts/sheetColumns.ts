/** The name of a person in one column or in parts, by the headers of Google Contacts, Outlook and offices. */
const NAME = {
  header: "Nome",
  required: false,
  names: [
    "Nome completo",
    "Full name",
    "Name",
    "Nombre completo",
    "Display name",
    "File as",
    "First name",
    "Given name",
    "Nombre",
    "Contato",
    "Cliente",
    "Contact",
    "Contacto",
    "Razão social",
  ],
} as const;

const NUMBER = {
  header: "Número",
  required: true,
  names: [
    ...["WhatsApp", "Celular", "Telefone celular", "Telemóvel", "Mobile phone", "Mobile", "Cell phone", "Cell", "Teléfono móvil", "Móvil"],
    ...["Telefone", "Número de telefone", "Número de celular", "Número do WhatsApp", "Fone", "Tel", "Phone", "Phone number", "Number"],
    ...["Teléfono", "Número de teléfono", "Telefone principal", "Primary phone", "Phone 1 - Value", "Phone 2 - Value", "Phone 3 - Value"],
    ...["Telefone comercial", "Business phone", "Telefone residencial", "Home phone", "DDD + Telefone"],
  ],
} as const;

/** The columns of a spreadsheet of contacts; an export writes their headers, but not that of the last name. */
export const CONTACT_COLUMNS = {
  name: NAME,
  number: NUMBER,
  email: {
    header: "Email",
    required: false,
    names: [
      ...["E-mail", "E-mail address", "Email address", "E-mail 1 - Value", "Endereço de e-mail", "Endereço de email"],
      ...["Correo", "Correo electrónico", "Dirección de correo electrónico"],
    ],
  },
  autoReply: { header: "Resposta automática", required: false, names: ["Automatic reply", "Auto reply", "Respuesta automática"] },
  tags: { header: "Tags", required: false, names: ["Etiquetas", "Tag", "Etiqueta"] },
} as const;

/** What is read besides: the rest of a name. */
export const IMPORT_COLUMNS = {
  ...CONTACT_COLUMNS,
  lastName: { header: "Sobrenome", required: false, names: ["Last name", "Family name", "Surname", "Apellidos", "Apellido"] },
} as const;

export const DELEGATION_COLUMNS = {
  name: NAME,
  number: NUMBER,
  queue: { header: "Fila", required: true, names: ["Queue", "Setor", "Cola"] },
  user: { header: "Usuário", required: true, names: ["User", "Atendente", "Usuario"] },
} as const;

/** The name of a row, whose last name may stand in a column of its own. */
export function fullName({ name, lastName }: { readonly name: string; readonly lastName: string }): string {
  return name.includes(lastName) ? name : `${name} ${lastName}`.trim();
}
