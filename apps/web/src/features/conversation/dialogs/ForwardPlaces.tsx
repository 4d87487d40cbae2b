import { useQueries, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call } from "../../../lib/api";
import { connectionsQuery } from "../../../lib/data/connections";
import { SelectField } from "../../../ui";
import type { NamedContact } from "../../../ui/form";

/** By which number each contact gets what is forwarded, as the person chose it. */
export type Places = Readonly<Record<number, number>>;

/** The other numbers on which a contact has a live conversation; none where there is one on this number, which is taken. */
const otherNumbersQuery = (contactId: number, whatsappId: number) => ({
  queryKey: ["otherNumbers", contactId, whatsappId],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<readonly number[]> => {
    const { tickets } = await call("tickets", "ofContact", { params: { contactId }, query: {} }, { signal });
    const live = tickets.flatMap((ticket) => (ticket.status === "closed" ? [] : (ticket.whatsappId ?? [])));
    return live.includes(whatsappId) ? [] : [...new Set(live)];
  },
  staleTime: 0,
});

/** The contacts for whom the person has to choose a conversation; `ready` once that is certain and chosen. */
export function usePlaces(contacts: readonly NamedContact[], whatsappId: number, places: Places) {
  const found = useQueries({ queries: contacts.map(({ id }) => otherNumbersQuery(id, whatsappId)) });
  const asked = contacts.flatMap((contact, at) => {
    const others = found[at]?.data ?? [];
    return others.length === 0 ? [] : [{ contact, others }];
  });
  // What could not be read asks nothing.
  const ready = found.every(({ isPending }) => !isPending) && asked.every(({ contact }) => places[contact.id] !== undefined);
  return { asked, ready };
}

interface ForwardPlacesProps {
  readonly asked: ReturnType<typeof usePlaces>["asked"];
  readonly whatsappId: number;
  readonly places: Places;
  readonly onChoose: (contactId: number, whatsappId: number) => void;
}

/** Asks into which conversation it goes for contacts who talk on another number, so that no second one begins unasked. */
export function ForwardPlaces({ asked, whatsappId, places, onChoose }: ForwardPlacesProps) {
  const { t } = useTranslation("conversation");
  const { data: connections = [] } = useQuery(connectionsQuery);
  const nameOf = (id: number) => connections.find((connection) => connection.id === id)?.name ?? "";
  return asked.map(({ contact, others }) => (
    <SelectField
      key={contact.id}
      label={t("forward.place", { name: contact.name })}
      placeholder={t("transfer.choose")}
      value={String(places[contact.id] ?? "")}
      options={[
        ...others.map((id) => ({ value: String(id), label: t("forward.running", { number: nameOf(id) }) })),
        { value: String(whatsappId), label: t("forward.begun", { number: nameOf(whatsappId) }) },
      ]}
      onChange={(value) => onChoose(contact.id, Number(value))}
    />
  ));
}
