/** Hands a text to the system as a file to be kept. */

export function saveText({ name, mime, text }: { name: string; mime: string; text: string }): void {
  const address = URL.createObjectURL(new Blob([text], { type: mime }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // It is read from memory after the click; nobody says when that is over.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
