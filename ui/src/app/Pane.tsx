/** The pane beside the Servers page: the server that is chosen, with the tail of its log. */
import { LogTail } from "../features/log/LogTail";
import { useTail } from "../features/log/useTail";
import { ServerPane } from "../features/servers/ServerPane";

interface Props {
  name: string;
  view: "details" | "diagnosis";
  onClose: () => void;
}

export function Pane({ name, view, onClose }: Props) {
  const tail = useTail(name);
  return <ServerPane name={name} view={view} onClose={onClose} tail={<LogTail {...tail} />} />;
}
