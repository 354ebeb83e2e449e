/** The key that runs what is open: Enter with Ctrl or ⌘. */

interface Press {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  defaultPrevented: boolean;
  preventDefault: () => void;
}

/** Whether it was pressed; then nobody else hears it. */
export function takesRunKey(press: Press): boolean {
  if (press.key !== "Enter" || !(press.ctrlKey || press.metaKey) || press.defaultPrevented) return false;
  press.preventDefault();
  return true;
}
