{-# LANGUAGE GADTs #-}
{- A comment
module No where -}
module Shop (buy, Item(..)) where

import qualified Data.Map as M
import Data.List (sort)

-- | An item.
data Item = Item
  { name :: String -- a name
  , price :: Int
  } deriving (Show)

newtype Box a = Box a
type Name = String

class Show a => Sold a where
  sell :: a -> Int
  sell _ = 0

instance Sold Item where
  sell = price

-- | Buys.
buy
  :: Item
  -> Int
buy (Item n p)
  | p > 0 = p --> 1
  where x = "{-"
buy _ = 0

(<+>) :: Int -> Int -> Int
a <+> b = a
