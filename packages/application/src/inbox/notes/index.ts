import type { NoteListView } from "@balcao/contracts/notes";
import { listNoteRows, saveNotes, type NewNote } from "@balcao/database/notes";
import type { Sql } from "@balcao/database/sql";
import type { Ctx, Services } from "../../ground/kernel/index.js";

/**
 * The update notes for users [D-021]; a release adds its own here. A `slug` never changes, because it
 * identifies the note in every installation; texts are Portuguese; links are https and lead outside.
 */
const UPDATE_NOTES: readonly (NewNote & { readonly forAdmins?: true })[] = [
  {
    slug: "first-version",
    publishedAt: new Date("2026-11-21T12:00:00Z"),
    title: "Esta é a primeira versão",
    text: "Conversas de vários números em uma só caixa: aceite, transfira, pause e encerre tickets por fila. Quem atende vê só o que é seu e das suas filas.",
    link: null,
  },
  {
    slug: "linking-a-number",
    publishedAt: new Date("2026-11-21T12:10:00Z"),
    title: "Conecte um número pelo QR code",
    text: "Em Conexões, adicione um número e leia o QR code com o celular da empresa, em Dispositivos conectados. Sem câmera, use o código de pareamento.",
    link: "https://faq.whatsapp.com/1317564962315842",
    forAdmins: true,
  },
  {
    slug: "message-states",
    publishedAt: new Date("2026-11-21T12:20:00Z"),
    title: "Nenhuma mensagem se perde em silêncio",
    text: "Cada mensagem mostra se está na fila, enviada, entregue ou lida. Quando não dá para saber se ela saiu, o sistema avisa e pergunta, em vez de enviar duas vezes.",
    link: null,
  },
  {
    slug: "formatting",
    publishedAt: new Date("2026-11-21T12:30:00Z"),
    title: "Negrito, itálico e outros formatos",
    text: "*Negrito*, _itálico_, ~riscado~ e ```código``` aparecem na conversa como no celular do cliente.",
    link: "https://faq.whatsapp.com/539178204879377",
  },
  {
    slug: "keyboard",
    publishedAt: new Date("2026-11-21T12:40:00Z"),
    title: "Atenda só com o teclado",
    text: "A tecla ? mostra os atalhos, F6 passa de uma região da página à outra e A aceita o ticket marcado na lista. Os atalhos de uma tecla se desligam no menu da conta.",
    link: null,
  },
];

/** Saves the notes of this release in the database; repeating it changes nothing. */
export async function seedNotes(sql: Sql): Promise<void> {
  await saveNotes(sql, UPDATE_NOTES);
}

const OF_ADMINS = UPDATE_NOTES.flatMap(({ slug, forAdmins }) => (forAdmins ? [slug] : []));

/** Lists the update notes about what the person has, newest first [API-093, SHELL-046, D-432]. */
export async function listNotes({ database }: Pick<Services, "database">, { actor }: Pick<Ctx, "actor">): Promise<NoteListView> {
  const rows = await listNoteRows(database.sql, actor.profile === "admin" ? [] : OF_ADMINS);
  const notes = rows.map(({ id, title, text, link, publishedAt }) => ({ id, title, text, link, publishedAt: publishedAt.toISOString() }));
  return { notes, count: notes.length };
}
