import { useEffect, useRef, type ReactNode } from 'react';
import Plot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { Format } from '../../words/format.js';
import { useFormat } from '../../words/use-words.js';
import type { ChartProps } from './chart-props.js';
import { drawnOf, stepOf, tickName } from './chart-values.js';

const height = 220;
/** Room for the name of a time below the chart. */
const tickWidth = 64;

/** The canvas of a chart, redrawn when its size or the colours of the page change. */
export function Drawing({ at, series, bars, label }: ChartProps): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const format = useFormat();
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    let plot: Plot | undefined;
    const draw = (): void => {
      plot?.destroy();
      const drawn = drawnOf({ series, bars });
      plot = new Plot(optionsFor(element, { at, series: drawn, bars, label }, format), dataOf(at, drawn), element);
    };
    draw();
    const size = new ResizeObserver(() => {
      plot?.setSize({ width: element.clientWidth, height });
    });
    size.observe(element);
    const dark = window.matchMedia('(prefers-color-scheme: dark)');
    dark.addEventListener('change', draw);
    const theme = new MutationObserver(draw);
    theme.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    return () => {
      size.disconnect();
      theme.disconnect();
      dark.removeEventListener('change', draw);
      plot?.destroy();
    };
  }, [at, series, bars, label, format]);
  return <div ref={place} className="chart" aria-hidden="true" />;
}

function dataOf(at: ChartProps['at'], series: ChartProps['series']): Plot.AlignedData {
  return [at.map((time) => Date.parse(time) / 1_000), ...series.map(({ values }) => [...values])];
}

/** A canvas knows no custom properties, so an element computes them. */
function colourOf(element: HTMLElement, property: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${property})`;
  element.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

function optionsFor(element: HTMLElement, { series, bars, at }: ChartProps, format: Format): Plot.Options {
  const line = colourOf(element, '--line');
  const text = colourOf(element, '--text-faint');
  const axis = { stroke: text, font: '12px Inter, sans-serif', ticks: { show: false } };
  // Bars need half a step of room at both ends.
  const times = at.map((time) => Date.parse(time) / 1_000);
  const [first = 0] = times;
  const step = stepOf(at);
  const last = times.at(-1) ?? 0;
  const room = bars === undefined ? 0 : step / 2;
  return {
    width: element.clientWidth,
    height,
    padding: [10, 6, 0, 0],
    legend: { show: false },
    cursor: { y: false, points: { size: 7 }, drag: { x: false, y: false } },
    scales: {
      x: { time: true, range: () => [first - room, last + room] },
      y: { range: (_plot, _low, high) => [0, Math.max(high, 1) * 1.1] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        splits: ({ width }) => thinned(times, Math.floor(width / tickWidth)),
        values: (_plot, shown) => shown.map((time) => tickName(new Date(time * 1_000).toISOString(), step, format)),
      },
      {
        ...axis,
        size: 44,
        grid: { stroke: line, width: 1 },
        values: (_plot, values) => values.map((value) => (Number.isInteger(value) ? format.compact(value) : '')),
      },
    ],
    series: [
      {},
      ...series.map(({ name, colour }) => lineOf(name, colourOf(element, `--chart-${colour}`), bars !== undefined)),
    ],
  };
}

/** As many of the times as have room for a name, the last one among them. */
function thinned(times: readonly number[], room: number): number[] {
  const every = Math.max(1, Math.ceil(times.length / Math.max(1, room)));
  return times.filter((_, index) => (times.length - 1 - index) % every === 0);
}

function lineOf(label: string, stroke: string, bars: boolean): Plot.Series {
  if (!bars || !Plot.paths.bars) return { label, stroke, width: 2, points: { show: false } };
  const paths = Plot.paths.bars({ size: [0.7, 40], radius: 0.2 });
  return { label, stroke, fill: stroke, width: 0, paths, points: { show: false } };
}
