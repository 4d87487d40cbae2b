import { CAPABILITIES, type ConnectorApi } from "@balcao/domain/connections";

/** Whether a conversation with a contact can begin: with a group, only where a connection has groups. */
export function mayTalkTo({ isGroup }: { readonly isGroup: boolean }, connections: readonly { readonly api: ConnectorApi }[]): boolean {
  return !isGroup || connections.some(({ api }) => CAPABILITIES[api].groups);
}
