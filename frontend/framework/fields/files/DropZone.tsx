/** Where files are dropped, or chosen by a button, which keyboards and telephones reach too. */
import UploadIcon from '@mui/icons-material/UploadFile';
import Button from '@mui/material/Button';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { useLanguage } from '#client/language.tsx';
import { labelled } from '#rules/words/language.ts';
import './files.css';

interface DropZoneProps {
  id: string;
  label: string;
  /** of the button */
  text: string;
  hint: string;
  accept: string;
  multiple: boolean;
  describedBy?: string;
  onFiles(files: File[]): void;
  children?: ReactNode;
}

export function DropZone({ id, label, text, hint, accept, multiple, describedBy, onFiles, children }: DropZoneProps) {
  const { lang } = useLanguage();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const carriesFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is the mouse's way; the button inside is everybody's
    <div
      className={over ? 'file-zone over' : 'file-zone'}
      onDragOver={(event) => {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        if (!carriesFiles(event)) return;
        event.preventDefault();
        onFiles([...event.dataTransfer.files]);
      }}
    >
      <Button
        id={id}
        size="small"
        variant="outlined"
        startIcon={<UploadIcon />}
        aria-describedby={describedBy}
        aria-label={labelled(label, text, lang)}
        onClick={() => input.current?.click()}
      >
        {text}
      </Button>
      {children}
      <span className="file-hint">{hint}</span>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        multiple={multiple}
        data-testid="file-input"
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = ''; // the same file may be chosen again
        }}
      />
    </div>
  );
}
