/** The page of a matter: picture and title if its address is known, or a field for it. */

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type ItemAddress, listItemAddresses } from '../../../../shared/domain/item-addresses.ts';
import { api } from '../../../lib/api.ts';
import { Button } from '../../../ui/button.tsx';
import { TextInput } from '../../../ui/text-input.tsx';

interface Props {
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

export function PageField({ value, error, onChange }: Props) {
  const item = useNamedItem(value);
  const [isOpen, setOpen] = useState(value === '');
  if (item && !isOpen) {
    return (
      <div className="flex flex-col items-start gap-2 *:w-full">
        <p className="text-small font-semibold text-text!">Se trata de</p>
        <NamedItemCard item={item} />
        <Button kind="quiet" size="small" className="w-auto! self-start" onClick={() => setOpen(true)}>
          Es otro
        </Button>
      </div>
    );
  }
  return (
    <>
      <TextInput
        name="page"
        label="Dirección de la página"
        hint={
          item === null && value.trim()
            ? 'No reconocemos esta dirección. Escribe abajo qué partido es, y lo buscaremos.'
            : 'Cópiala de tu navegador si la tienes: así sabemos exactamente qué video es.'
        }
        autoComplete="off"
        maxLength={500}
        value={value}
        {...(error !== undefined && { error })}
        onChange={(event) => onChange(event.target.value)}
      />
      {item && <NamedItemCard item={item} />}
    </>
  );
}

interface NamedItem {
  title: string;
  picture: string | null;
}

/**
 * Finds picture and title of the item that an address names, so that its reader sees that it is the right one. The item
 * is null if nothing that everybody sees has this address; undefined while it is being looked up.
 */
function useNamedItem(text: string): NamedItem | null | undefined {
  const [address] = listItemAddresses(text);
  const query = useQuery({
    queryKey: ['named-item', address?.page, address?.key],
    queryFn: ({ signal }) => (address ? readItem(address, text, signal) : null),
    enabled: address !== undefined,
    retry: false,
  });
  if (!address || query.isError) return null;
  return query.data;
}

function NamedItemCard({ item: { title, picture } }: { item: NamedItem }) {
  return (
    <div className="flex items-center gap-3 rounded-sm border border-line bg-surface p-3">
      {picture ? (
        <img src={picture} alt="" className="aspect-video w-28 shrink-0 rounded-sm bg-raised object-cover" />
      ) : (
        <span className="aspect-video w-28 shrink-0 rounded-sm bg-raised" />
      )}
      <p className="min-w-0 font-semibold text-text! wrap-anywhere">{title}</p>
    </div>
  );
}

async function readItem({ page, key: id }: ItemAddress, text: string, signal: AbortSignal): Promise<NamedItem | null> {
  const params = { id };
  switch (page) {
    case 'event': {
      const { title, thumbnail } = (await api('GET /sportevents/{id}', { params, signal })).data.sportEvent;
      return { title, picture: thumbnail };
    }
    case 'vod': {
      const { title, thumbnail } = (await api('GET /vods/{id}', { params, signal })).data.vod;
      return { title, picture: thumbnail };
    }
    case 'clip': {
      const { title, poster } = (await api('GET /clips/{id}', { params, signal })).data.clip;
      return { title, picture: poster };
    }
    case 'contentVideo': {
      const categoryId = /\/content\/(\d+)\//.exec(text)?.[1];
      if (!categoryId) return null;
      const answer = await api('GET /content/categories/{categoryId}/videos/{videoId}', {
        params: { categoryId, videoId: id },
        signal,
      });
      return { title: answer.data.contentVideo.title, picture: answer.data.contentVideo.thumbnail };
    }
    case 'club': {
      const { name, thumbnail } = (await api('GET /clubs/{id}', { params, signal })).data.club;
      return { title: name, picture: thumbnail };
    }
    default: {
      const { title, slug } = (await api('GET /liveusers/{slug}', { params: { slug: id }, signal })).data.liveUser;
      return { title: title || slug, picture: null };
    }
  }
}
