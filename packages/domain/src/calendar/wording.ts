import { localTime } from "./zone.js";

/**
 * The greeting for the time of day: Bom dia 05:00–11:59, Boa tarde 12:00–17:59, else Boa noite
 * (D-064).
 */
export function greetingAt(now: Date, zone: string): "Bom dia" | "Boa tarde" | "Boa noite" {
  const { hour } = localTime(now, zone);
  if (hour >= 5 && hour < 12) return "Bom dia";
  return hour >= 12 && hour < 18 ? "Boa tarde" : "Boa noite";
}

/** dd/MM/yyyy in a zone. */
export function formatDate(instant: Date, zone: string): string {
  const { year, month, day } = localTime(instant, zone);
  return `${two(day)}/${two(month)}/${String(year)}`;
}

/** HH:mm in a zone. */
export function formatTime(instant: Date, zone: string): string {
  const { hour, minute } = localTime(instant, zone);
  return `${two(hour)}:${two(minute)}`;
}

function two(value: number): string {
  return String(value).padStart(2, "0");
}
