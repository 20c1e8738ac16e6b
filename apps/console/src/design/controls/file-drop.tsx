import { UploadCloud } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { useFormat, useWords } from '../../words/use-words.js';

/** Takes a file by drag and drop, by click or by keyboard. */
export function FileDrop({
  label,
  accept,
  file,
  onFile,
}: {
  label: string;
  accept: string;
  file: File | undefined;
  onFile: (file: File) => void;
}): ReactNode {
  const { common } = useWords();
  const format = useFormat();
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  return (
    <label
      className={over ? 'drop over' : 'drop'}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => {
        setOver(false);
      }}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const [dropped] = event.dataTransfer.files;
        if (dropped) onFile(dropped);
      }}
    >
      <UploadCloud aria-hidden="true" size={22} />
      <strong>{file?.name ?? label}</strong>
      <span className="small">
        {file === undefined ? common.dropHint : `${format.number(Math.ceil(file.size / 1_024))} KB`}
      </span>
      <input
        ref={input}
        className="hidden-text"
        type="file"
        accept={accept}
        onChange={(event) => {
          const [chosen] = event.target.files ?? [];
          if (chosen) onFile(chosen);
        }}
      />
    </label>
  );
}
