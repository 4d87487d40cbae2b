export { TicketsPage } from "./TicketsPage";
