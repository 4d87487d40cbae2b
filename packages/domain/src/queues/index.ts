/** The colour and order of a queue for which none were chosen (QUEUE-013). */
export const DEFAULT_QUEUE = { color: "#7a7a7a", customOrder: 999 } as const;

interface OrderedQueue {
  readonly name: string;
  readonly customOrder: number | null;
}

/**
 * Compares queues for `sort`, in the order in which customers are offered them: custom order (none
 * counts as 999), then name (QUEUE-004, D-159).
 */
export function byCustomOrder(one: OrderedQueue, other: OrderedQueue): number {
  const order = (one.customOrder ?? DEFAULT_QUEUE.customOrder) - (other.customOrder ?? DEFAULT_QUEUE.customOrder);
  return order === 0 ? one.name.localeCompare(other.name, "pt-BR") : order;
}

/**
 * Whether two queues have the same colour, ignoring case; the default colour may repeat (QUEUE-015,
 * D-160).
 */
export function isSameQueueColor(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase() && one.toLowerCase() !== DEFAULT_QUEUE.color;
}
