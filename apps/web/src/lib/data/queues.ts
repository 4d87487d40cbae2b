import { wholeList } from "./wholeLists";

/** Every queue, in the order of the installation; updated by events. */
export const queuesQuery = wholeList("queues");
