import { path } from "../route/route.js";

/** The protocol of a ticket: a number that its contact got (PROT-004). */
export interface ProtocolView {
  readonly id: number;
  readonly protocolo: string;
  /** The details that a person wrote; empty at first. */
  readonly mensagem: string;
  readonly ticketId: number;
  readonly contact: {
    readonly id: number;
    readonly name: string;
    readonly number: string | null;
    readonly profilePicUrl: string | null;
  };
  readonly createdAt: string;
}

/** A page of 20, newest first. */
export interface ProtocolListView {
  readonly protocolos: readonly ProtocolView[];
  readonly hasMore: boolean;
}

/** Protocols of a contact per page, where pages are asked for. */
export const CONTACT_PAGE = 10;

export const protocolPaths = {
  list: path("GET", "/protocolos"),
  ofTicket: path("GET", "/protocolos/ticket/:ticketId"),
  ofContact: path("GET", "/protocolos/contact/:contactId"),
  get: path("GET", "/protocolos/:protocolId"),
  create: path("POST", "/protocolos"),
  change: path("PUT", "/protocolos/:protocolId"),
} as const;
