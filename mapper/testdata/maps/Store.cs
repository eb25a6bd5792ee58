using System;
using System.Collections.Generic;

namespace Example.Stores
{
    /// <summary>Keeps things.</summary>
    [Serializable]
    public partial class Store<T> : Base, IDisposable where T : class, new()
    {
        private const string Text = @"a ""quoted"" \";
        public int Count { get; private set; } = 1;
        public string Name => $"{Count}: {Text}";
        public event EventHandler Changed;

        public Store(int count) : base(count) { }
        ~Store() { }

        [Obsolete]
        public async Task<List<T>> LoadAsync(string key, int max = 3)
        {
            int Twice(int x) { return 2 * x; }
            return null;
        }
        public int this[int i] { get { return i; } }
        public static bool operator ==(Store<T> a, Store<T> b) => true;
        void IDisposable.Dispose() { }
        private static (int Least, string? Name) Least(int[] all) => (0, null);
        internal (int, int)? Range { get; set; }
        public enum Color { Red, Green = 2 }
        public delegate void Handler(object sender);
        public struct Point { public int X; }
    }

    public record Pair(int A, int B);
    public interface ILoads { void Load(); }
}
