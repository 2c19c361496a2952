/**
 * Simulates a match: players keep a formation around the ball, the nearest opponent presses, the ball is passed, lost and
 * shot. Deterministic per seed.
 */
import type { Ground } from './ground.ts';

export interface Player {
  side: 0 | 1;
  /** Index in the team; 0 is the goalkeeper in football. */
  index: number;
  home: readonly [number, number];
  x: number;
  y: number;
  vx: number;
  vy: number;
  /** Phase of the stride in radians. */
  phase: number;
}

export interface Chances {
  /** Probability that a shot scores. */
  goalProbability: number;
  /** Makes the first shot early and successful, for short films. */
  forcesEarlyGoal: boolean;
  /** Seconds from the start after which no shot scores. */
  lastGoalAt?: number;
}

/** Scoring chances of a short film. */
export const shortFilmChances: Chances = { goalProbability: 0.45, forcesEarlyGoal: true };

export interface Goal {
  /** Seconds from the start. */
  at: number;
  side: 0 | 1;
}

interface Flight {
  from: readonly [number, number, number];
  to: readonly [number, number, number];
  high: number;
  startedAt: number;
  duration: number;
  receiver?: Player;
  /** Side that scores with this shot. */
  scores?: 0 | 1;
}

const formations = {
  SOCCER: [
    [-0.94, 0.5],
    [-0.6, 0.22],
    [-0.6, 0.78],
    [-0.32, 0.5],
    [-0.18, 0.14],
    [-0.18, 0.86],
    [-0.04, 0.55],
  ],
  BASKET: [
    [-0.18, 0.5],
    [-0.4, 0.2],
    [-0.4, 0.8],
    [-0.7, 0.34],
    [-0.7, 0.66],
  ],
} as const;

export class MatchSimulation {
  readonly players: Player[];
  readonly goals: Goal[] = [];
  ball: [number, number, number] = [0, 0, 0];
  now = 0;
  readonly #ground: Ground;
  readonly #random: () => number;
  readonly #chances: Chances;
  #holder: Player | undefined;
  #flight: Flight | undefined;
  #decideAt = 0;
  #celebratesUntil = 0;
  #isKickOff = false;

  constructor(ground: Ground, seed: number, chances: Chances = shortFilmChances) {
    this.#ground = ground;
    this.#chances = chances;
    this.#random = createRandom(seed);
    this.players = ([0, 1] as const).flatMap((side) =>
      formations[ground.sport].map(([along, across], index): Player => {
        const forward = side === 0 ? 1 : -1;
        const home = [(forward * along * ground.length) / 2, across * ground.width] as const;
        return { side, index, home, x: home[0], y: home[1], vx: 0, vy: 0, phase: index };
      }),
    );
    this.#setHolder(this.players[ground.perSide - 1]);
    // Warm-up of 3 s, so that play is in progress in the first frame.
    for (let step = 0; step < 75; step += 1) this.step(0.04);
    this.now = 0;
    this.goals.length = 0;
    this.#decideAt = 0.4;
    if (this.#flight) this.#flight.startedAt -= 3;
  }

  /** True while a goal is celebrated. */
  get isCheering(): boolean {
    return this.now < this.#celebratesUntil;
  }

  step(seconds: number): void {
    this.now += seconds;
    if (this.#flight) this.#stepFlight(this.#flight);
    else if (this.#holder) this.#stepHolder(this.#holder);
    else if (this.now > this.#celebratesUntil) this.#restart();
    for (const player of this.players) this.#move(player, seconds);
  }

  #setHolder(player: Player | undefined): void {
    this.#holder = player;
    this.#flight = undefined;
    this.#decideAt = this.now + 0.5 + this.#random() * 0.9;
  }

  #stepHolder(holder: Player): void {
    const { sport } = this.#ground;
    const dribble = sport === 'BASKET' ? 0.12 + 0.75 * Math.abs(Math.cos(this.now * 7)) : 0.11;
    const offset = 0.45 * this.#forwardSign(holder.side);
    this.ball = [holder.x + offset, holder.y - 0.15, dribble];
    if (this.now < this.#decideAt) return;
    this.#isKickOff = false;
    const toGoal = Math.hypot(this.#goalX(holder.side) - holder.x, this.#ground.width / 2 - holder.y);
    const isLate = this.#chances.forcesEarlyGoal && this.goals.length === 0 && this.now > 5;
    if (toGoal < (sport === 'SOCCER' ? 15 : 7) * (isLate ? 1.6 : 1) && (sport === 'BASKET' || holder.index > 0)) {
      this.#shoot(holder, toGoal);
    } else this.#pass(holder, isLate);
  }

  #shoot(holder: Player, distance: number): void {
    const { sport, width } = this.#ground;
    const x = this.#goalX(holder.side);
    const fast = sport === 'SOCCER' ? 19 : 8.5;
    const duration = Math.max(0.45, distance / fast);
    const { goalProbability, forcesEarlyGoal, lastGoalAt: until = Number.POSITIVE_INFINITY } = this.#chances;
    const isGoal =
      this.now + duration < until && ((forcesEarlyGoal && this.goals.length === 0) || this.#random() < goalProbability);
    const keeper = this.players.find(({ side, index }) => side !== holder.side && index === 0);
    const aside = (this.#random() < 0.5 ? -1 : 1) * (isGoal ? 2.1 : 0.4);
    const to =
      sport === 'SOCCER'
        ? ([
            x + this.#forwardSign(holder.side) * (isGoal ? 0.8 : -0.6),
            width / 2 + aside,
            0.5 + this.#random(),
          ] as const)
        : ([x - this.#forwardSign(holder.side) * 1.58, width / 2 + (isGoal ? 0 : 0.4), 3.05] as const);
    const flight = { from: [...this.ball] as const, to, high: sport === 'SOCCER' ? 0.5 : 2.2, startedAt: this.now };
    this.#holder = undefined;
    this.#flight = {
      ...flight,
      duration,
      ...(isGoal ? { scores: holder.side } : keeper ? { receiver: keeper } : {}),
    };
  }

  #pass(holder: Player, isLate: boolean): void {
    const forward = this.#forwardSign(holder.side);
    const mates = this.players
      .filter(
        (mate) => mate.side === holder.side && mate !== holder && (mate.index > 0 || this.#ground.sport === 'BASKET'),
      )
      .map((mate) => ({ mate, gain: (mate.x - holder.x) * forward + this.#random() * (isLate ? 4 : 16) }))
      .sort((a, b) => b.gain - a.gain);
    const teammate = mates[0]?.mate ?? holder;
    const rivals = this.players.filter(({ side }) => side !== holder.side);
    const isLost = !isLate && this.#random() < 0.14;
    const receiver = isLost ? findNearest(rivals, teammate.x, teammate.y) : teammate;
    const lead = 0.5;
    const to = [
      receiver.x + receiver.vx * lead,
      receiver.y + receiver.vy * lead,
      this.#ground.sport === 'SOCCER' ? 0.11 : 1.1,
    ] as const;
    const distance = Math.hypot(to[0] - this.ball[0], to[1] - this.ball[1]);
    this.#holder = undefined;
    this.#flight = {
      from: [...this.ball] as const,
      to,
      high: this.#ground.sport === 'BASKET' ? 0.5 : distance > 17 ? 2.6 : 0.1,
      startedAt: this.now,
      duration: Math.max(0.3, distance / (this.#ground.sport === 'SOCCER' ? 15 : 9)),
      receiver,
    };
  }

  #stepFlight({ from, to, high, startedAt, duration, receiver, scores }: Flight): void {
    const share = Math.min(1, (this.now - startedAt) / duration);
    const between = (at: 0 | 1 | 2) => from[at] + (to[at] - from[at]) * share;
    this.ball = [between(0), between(1), between(2) + 4 * high * share * (1 - share)];
    if (share < 1) return;
    this.#flight = undefined;
    if (scores === undefined) this.#setHolder(receiver);
    else {
      const isFootball = this.#ground.sport === 'SOCCER';
      this.goals.push({ at: this.now, side: scores });
      this.#celebratesUntil = this.now + (isFootball ? 4 : 1.2);
      this.ball[2] = isFootball ? 0.11 : 1.4;
    }
  }

  /** Restarts with a kick-off in football, or from behind the conceding side's basket in basketball. */
  #restart(): void {
    const conceded = this.goals.at(-1)?.side === 0 ? 1 : 0;
    const team = this.players.filter(({ side }) => side === conceded);
    if (this.#ground.sport === 'SOCCER') this.#isKickOff = true;
    this.#setHolder(this.#isKickOff ? team.at(-1) : team[3]);
    if (this.#isKickOff) this.#decideAt = this.now + 2.6;
  }

  #move(player: Player, seconds: number): void {
    const [x, y, fast] = this.#chooseTarget(player);
    const [dx, dy] = [x - player.x, y - player.y];
    const distance = Math.hypot(dx, dy);
    const speed = Math.min(fast, distance * 1.8);
    const ease = Math.min(1, seconds * 5);
    player.vx += ((distance ? (dx / distance) * speed : 0) - player.vx) * ease;
    player.vy += ((distance ? (dy / distance) * speed : 0) - player.vy) * ease;
    player.x += player.vx * seconds;
    player.y += player.vy * seconds;
    player.phase += Math.hypot(player.vx, player.vy) * seconds * 3.4;
  }

  /** Target position and maximum speed in m/s. */
  #chooseTarget(player: Player): [number, number, number] {
    const { sport, length, width } = this.#ground;
    const [bx, by] = this.ball;
    const hasJustScored = this.goals.at(-1)?.side === player.side;
    if (this.isCheering && sport === 'SOCCER' && this.goals.length > 0) {
      const corner = this.#goalX(this.goals.at(-1)?.side ?? 0) * 0.8;
      return hasJustScored && player.index > 0
        ? [corner + Math.sin(player.index * 2.4) * 2, 6 + Math.cos(player.index * 2.4) * 1.6, 5.5]
        : [player.home[0], player.home[1], 1.6];
    }
    if (this.#isKickOff)
      return this.#holder === player ? [-0.4 * this.#forwardSign(player.side), width / 2, 5] : [...player.home, 4.5];
    if (player === this.#holder) return [this.#goalX(player.side), width / 2 + (player.y - width / 2) * 0.5, 4.2];
    if (player === this.#flight?.receiver) return [this.#flight.to[0], this.#flight.to[1], 6];
    const holder = this.#holder;
    if (holder && holder.side !== player.side && player === findNearest(this.#listFielders(player.side), bx, by)) {
      return [bx + 0.9 * this.#forwardSign(holder.side), by + 0.4, 4.6];
    }
    const wander = Math.sin(this.now * 0.7 + player.index * 1.9 + player.side) * width * 0.05;
    if (sport === 'SOCCER' && player.index === 0) return [player.home[0], width / 2 + (by - width / 2) * 0.14, 3];
    const attacks = (holder ?? this.#flight?.receiver)?.side === player.side;
    const along = player.home[0] + bx * 0.62 + this.#forwardSign(player.side) * length * (attacks ? 0.17 : 0.03);
    const reach = length / 2 - (sport === 'SOCCER' ? 4 : 1.2);
    return [
      Math.max(-reach, Math.min(reach, along + wander)),
      Math.max(1, Math.min(width - 1, player.home[1] + (by - width / 2) * 0.22 + wander)),
      sport === 'SOCCER' ? 4.8 : 4,
    ];
  }

  #listFielders = (side: 0 | 1) =>
    this.players.filter((player) => player.side === side && (player.index > 0 || this.#ground.sport === 'BASKET'));

  #forwardSign = (side: 0 | 1) => (side === 0 ? 1 : -1);
  #goalX = (side: 0 | 1) => (this.#forwardSign(side) * this.#ground.length) / 2;
}

const findNearest = (players: readonly Player[], x: number, y: number): Player =>
  players.reduce((best, one) => (Math.hypot(one.x - x, one.y - y) < Math.hypot(best.x - x, best.y - y) ? one : best));

/** Seeded pseudo-random numbers between 0 and 1 (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = (seed + 1) * 0x9e3779b9;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
