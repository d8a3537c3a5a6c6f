/** Returns a share of a width or height as a coordinate: "12.3%". */
export const percent = (share: number) => `${Math.round(share * 10_000) / 100}%`
