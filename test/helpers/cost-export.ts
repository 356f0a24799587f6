export const october = ['costs', 'export', '--from', '2026-10-01', '--to', '2026-10-02'];

export const twoRows = {
  '2026-10-01': [{ date: '2026-10-01', cost: 1.5, name: 'a,b' }],
  '2026-10-02': [{ date: '2026-10-02', cost: 2, name: 'c "d"', tags: { team: 'x', n: [1, 2] } }],
};
