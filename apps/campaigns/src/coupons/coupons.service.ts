import type { CouponImage, TicketDisplay } from '@ces/contracts/campaigns/campaigns';
import type { AddCodes, Coupon, NewCodes, NewCoupon } from '@ces/contracts/campaigns/coupons';
import type { Page, Paged } from '@ces/contracts/paging';
import { faulty, Problem } from '@ces/contracts/problems';
import { newId } from '@ces/messaging/storage/ids';
import { Transactions } from '@ces/messaging/storage/transactions';
import { pageOf } from '@ces/service/database/keyset';
import { timestamp } from '@ces/service/database/timestamp';
import { isUuid } from '@ces/service/database/uuid';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { addToTallies, tallySql } from '../tallies/tally.store.js';
import { generateCodes } from './generate-codes.js';

interface Row {
  id: string;
  title: string;
  description: string;
  image: CouponImage;
  display: TicketDisplay;
  valid_seconds: number | null;
  valid_until: Date | null;
  created_at: Date;
  codes: string;
  claimed: string;
}

const select = `
  SELECT c.*, ${tallySql('c.id', 'codes')} AS codes, ${tallySql('c.id', 'claimed')} AS claimed FROM coupon c`;

const noImage: CouponImage = { type: 'image', data: { src: '', alt: '' } };
const qrCode: TicketDisplay = { systemName: 'qr-code', title: 'QR code' };

@Injectable()
export class CouponsService {
  constructor(
    private readonly database: DataSource,
    private readonly transactions: Transactions,
  ) {}

  async create(given: NewCoupon): Promise<Coupon> {
    const codes = await codesOf(given, 'may be none');
    const { title, description = '', image = noImage, display = qrCode, valid_seconds, valid_until } = given;
    return this.transactions.run(async (tx) => {
      const id = newId();
      await tx.query(
        `INSERT INTO coupon (id, title, description, image, display, valid_seconds, valid_until, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, now())`,
        [
          id,
          title,
          description,
          JSON.stringify(image),
          JSON.stringify(display),
          valid_seconds ?? null,
          valid_until ?? null,
        ],
      );
      await insertCodes(tx, id, codes);
      return find(tx, id);
    });
  }

  async addCodes({ id, ...given }: AddCodes): Promise<Coupon> {
    const codes = await codesOf(given, 'some');
    return this.transactions.run(async (tx) => {
      const coupon = await find(tx, id);
      await insertCodes(tx, coupon.id, codes);
      return find(tx, coupon.id);
    });
  }

  get(id: string): Promise<Coupon> {
    return find(this.database.manager, id);
  }

  list(page: Page): Promise<Paged<Coupon>> {
    const sql = `${select} WHERE $1::uuid IS NULL OR c.id < $1 ORDER BY c.id DESC LIMIT $2`;
    return pageOf(page, (...bounds) => this.database.query<Row[]>(sql, bounds), toCoupon);
  }
}

async function find(tx: EntityManager, id: string): Promise<Coupon> {
  const [row] = isUuid(id) ? await tx.query<Row[]>(`${select} WHERE c.id = $1`, [id]) : [];
  if (!row) throw new Problem('coupon-not-found', 'There is no coupon of this id.');
  return toCoupon(row);
}

interface Codes {
  list: string[];
  made: boolean;
}

async function codesOf({ codes, generate }: NewCodes, least: 'some' | 'may be none'): Promise<Codes> {
  if (codes && generate) {
    throw faulty('validation-failed', [
      { pointer: '#/generate', code: 'codes', detail: 'goes without codes: send either' },
    ]);
  }
  if (!codes && !generate && least === 'some') {
    throw faulty('validation-failed', [{ pointer: '#/codes', code: 'codes', detail: 'or generate is needed' }]);
  }
  if (generate) return { list: await generateCodes(generate.count, generate.pattern), made: true };
  refuseRepeats(codes ?? []);
  return { list: codes ?? [], made: false };
}

function refuseRepeats(codes: string[]): void {
  const seen = new Set<string>();
  const faults = codes.flatMap((code, index) => {
    const repeated = seen.has(code);
    seen.add(code);
    return repeated ? [{ pointer: `#/codes/${index}`, code: 'repeated', detail: 'is in the list twice' }] : [];
  });
  if (faults.length > 0) throw faulty('validation-failed', faults);
}

/** All, or none: a code that the coupon has already is refused. */
async function insertCodes(tx: EntityManager, id: string, { list, made }: Codes): Promise<void> {
  if (list.length === 0) return;
  const inserted = await tx.query<{ code: string }[]>(
    `INSERT INTO coupon_code (coupon_id, code)
     SELECT $1, code FROM unnest($2::text[]) WITH ORDINALITY AS x(code, place) ORDER BY place
     ON CONFLICT DO NOTHING RETURNING code`,
    [id, list],
  );
  await addToTallies(tx, [{ owner: id, what: 'codes', amount: inserted.length }]);
  if (inserted.length === list.length) return;
  const there = new Set(inserted.map(({ code }) => code));
  const missing = list.filter((code) => !there.has(code));
  const [first = ''] = missing;
  const words = made ? 'The pattern makes too few codes.' : `The coupon has ${first} already, or another of the codes.`;
  const pointer = made ? '#/generate/pattern' : `#/codes/${list.indexOf(first)}`;
  throw new Problem('coupon-code-taken', words, { errors: [{ pointer, code: 'taken', detail: 'is taken' }] });
}

function toCoupon({ created_at, valid_until, codes, claimed, ...row }: Row): Coupon {
  return {
    ...row,
    valid_until: valid_until && timestamp(valid_until),
    available: Number(codes) - Number(claimed),
    claimed: Number(claimed),
    created: timestamp(created_at),
  };
}
