/** The value below which `percent` of the sorted numbers are; NaN for none. */
function percentile(sorted, percent) {
  return sorted.length === 0 ? Number.NaN : sorted[Math.min(sorted.length - 1, Math.ceil((percent / 100) * sorted.length) - 1)];
}

export function summary(numbers) {
  const sorted = Float64Array.from(numbers).sort();
  return {
    p50: percentile(sorted, 50),
    p95: percentile(sorted, 95),
    p99: percentile(sorted, 99),
    max: percentile(sorted, 100),
  };
}
