/** The well-known palette HOT_IRON (PS3.6 B.1.1) at a grey of 0 to 255: black, red, orange, yellow, white. It is used for PET (PREV-009). */
export function hotIron(grey: number): [red: number, green: number, blue: number] {
  return [grey * 2, (grey - 128) * 2, (grey - 192) * 4];
}
